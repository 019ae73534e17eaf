import { queryOptions, useQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ["runs", "one", runId],
    queryFn: ({ signal }) =>
      call("get", "/v1/runs/{run_id}", { params: { run_id: runId }, signal }),
  });
}

export function useRun(runId: string) {
  return useQuery(runQuery(runId));
}
