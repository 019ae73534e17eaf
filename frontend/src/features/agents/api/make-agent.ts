import { useMutation, useQueryClient } from "@tanstack/react-query";

import type { NewAgent } from "@/api/contract";
import { call } from "@/lib/api-client";

import { agentsQuery } from "./list-agents";

export function useMakeAgent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAgent) => call("post", "/v1/agents", { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey }),
  });
}
