import { queryOptions, useQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

import type { MemorySearch } from "../place";

type Question = Omit<MemorySearch, "explain">;

function recallQuery({ q = "", palace, wing, room }: Question) {
  return queryOptions({
    queryKey: ["recall", { q, palace, wing, room }],
    // The explanation comes along from the first: asking for it later would be a second paid recall.
    queryFn: ({ signal }) =>
      call("post", "/v1/recall", {
        body: { query: q, palace, wing, room, k: 20, explain: true },
        signal,
      }),
    enabled: q !== "",
    // A recall costs money, so only the person repeats it.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}

export function useRecall(question: Question) {
  return useQuery(recallQuery(question));
}
