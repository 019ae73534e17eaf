import { useMutation, useQueryClient } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

import { runQuery } from "./get-run";

export function useCancelRun(runId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call("post", "/v1/runs/{run_id}/cancel", { params: { run_id: runId }, body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: runQuery(runId).queryKey }),
  });
}
