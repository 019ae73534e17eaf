import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";
import { firstPage, nextCursor } from "@/lib/pages";

import type { MemorySearch } from "../place";

function memoriesQuery(place: MemorySearch) {
  const { palace, wing, room } = place;
  return infiniteQueryOptions({
    queryKey: ["memories", "list", { palace, wing, room }],
    queryFn: ({ pageParam, signal }) =>
      call("get", "/v1/memories", {
        query: { limit: 30, cursor: pageParam, palace, wing, room },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: nextCursor,
  });
}

export function useMemories(place: MemorySearch) {
  return useInfiniteQuery(memoriesQuery(place));
}
