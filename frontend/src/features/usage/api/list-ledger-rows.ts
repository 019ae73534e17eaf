import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";
import { firstPage, nextCursor } from "@/lib/pages";

const ledgerRowsQuery = infiniteQueryOptions({
  queryKey: ["usage", "rows"],
  queryFn: ({ pageParam, signal }) =>
    call("get", "/v1/usage/rows", { query: { limit: 50, cursor: pageParam }, signal }),
  initialPageParam: firstPage,
  getNextPageParam: nextCursor,
});

export function useLedgerRows() {
  return useInfiniteQuery(ledgerRowsQuery);
}
