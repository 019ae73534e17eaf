import { queryOptions, useQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

export function stepsQuery(runId: string) {
  return queryOptions({
    queryKey: ["runs", "steps", runId],
    queryFn: ({ signal }) =>
      call("get", "/v1/runs/{run_id}/steps", { params: { run_id: runId }, signal }),
  });
}

export function useSteps(runId: string) {
  return useQuery(stepsQuery(runId));
}
