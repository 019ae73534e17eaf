import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";
import { firstPage, nextCursor } from "@/lib/pages";

export const agentsQuery = infiniteQueryOptions({
  queryKey: ["agents"],
  queryFn: ({ pageParam, signal }) =>
    call("get", "/v1/agents", { query: { limit: 50, cursor: pageParam }, signal }),
  initialPageParam: firstPage,
  getNextPageParam: nextCursor,
});

export function useAgents() {
  return useInfiniteQuery(agentsQuery);
}
