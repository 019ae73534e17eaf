import { queryOptions, useQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

const usageQuery = queryOptions({
  queryKey: ["usage", "cycle"],
  queryFn: ({ signal }) => call("get", "/v1/usage", { signal }),
});

/** This cycle's usage: without dates the server answers for the running cycle. */
export function useUsage() {
  return useQuery(usageQuery);
}
