import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";
import { firstPage, nextCursor } from "@/lib/pages";

export const apiKeysQuery = infiniteQueryOptions({
  queryKey: ["api-keys"],
  queryFn: ({ pageParam, signal }) =>
    call("get", "/v1/api-keys", { query: { limit: 50, cursor: pageParam }, signal }),
  initialPageParam: firstPage,
  getNextPageParam: nextCursor,
});

export function useApiKeys() {
  return useInfiniteQuery(apiKeysQuery);
}
