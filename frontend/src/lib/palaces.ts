import { queryOptions, useQuery } from "@tanstack/react-query";

import { call } from "./api-client";

/** More palaces than this are found by search, not by a list. */
const MOST = 200;

const palacesQuery = queryOptions({
  queryKey: ["palaces", "list"],
  queryFn: ({ signal }) => call("get", "/v1/palaces", { query: { limit: MOST }, signal }),
  staleTime: 30_000,
});

/** The palaces within reach, with how many memories each holds. */
export function usePalaces() {
  return useQuery(palacesQuery);
}
