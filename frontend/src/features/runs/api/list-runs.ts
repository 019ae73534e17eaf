import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";
import { firstPage, flatten, nextCursor } from "@/lib/pages";

import { isOver } from "../run-states";

const LIVE_LIST_MS = 3_000;

export const runsQuery = infiniteQueryOptions({
  queryKey: ["runs", "list"],
  queryFn: ({ pageParam, signal }) =>
    call("get", "/v1/runs", { query: { limit: 30, cursor: pageParam }, signal }),
  initialPageParam: firstPage,
  getNextPageParam: nextCursor,
  // The list moves by itself while something in it is under way.
  refetchInterval: ({ state }) =>
    state.data !== undefined && flatten(state.data).some((run) => !isOver(run.state))
      ? LIVE_LIST_MS
      : false,
});

export function useRuns() {
  return useInfiniteQuery(runsQuery);
}
