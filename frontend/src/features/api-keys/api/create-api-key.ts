import { useMutation, useQueryClient } from "@tanstack/react-query";

import type { NewApiKey } from "@/api/contract";
import { call } from "@/lib/api-client";

import { apiKeysQuery } from "./list-api-keys";

export function useCreateApiKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiKey) => call("post", "/v1/api-keys", { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    // The answer holds the secret; drop it from memory as soon as the dialog lets go of it.
    gcTime: 0,
  });
}
