import { useMutation, useQueryClient } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

import { apiKeysQuery } from "./list-api-keys";

export function useRevokeApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("delete", "/v1/api-keys/{key_id}", { params: { key_id: id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
}
