import { useMutation, useQueryClient } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

import { runsQuery } from "./list-runs";

interface NewRun {
  agentId: string;
  task: string;
}

export function useStartRun() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ agentId, task }: NewRun) =>
      call("post", "/v1/agents/{agent_id}/runs", { params: { agent_id: agentId }, body: { task } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: runsQuery.queryKey }),
  });
}
