import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";
import { firstPage, nextCursor } from "@/lib/pages";

import { placeFilter } from "../place";
import type { MemorySearch } from "../place";

function memoriesQuery(place: MemorySearch) {
  const filter = placeFilter(place);
  return infiniteQueryOptions({
    queryKey: ["memories", "list", filter],
    queryFn: ({ pageParam, signal }) =>
      call("get", "/v1/memories", { query: { limit: 30, cursor: pageParam, filter }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextCursor,
  });
}

export function useMemories(place: MemorySearch) {
  return useInfiniteQuery(memoriesQuery(place));
}
