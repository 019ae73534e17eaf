import { useMutation, useQueryClient } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

interface NewMemory {
  content: string;
  palace?: string | undefined;
  wing?: string | undefined;
  room?: string | undefined;
  author?: string | undefined;
}

export function useRemember() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (memory: NewMemory) =>
      call("post", "/v1/memories", { body: { ...memory, source: "dashboard" } }),
    onSuccess: () =>
      Promise.all(
        ["memories", "palaces", "tenant"].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}
