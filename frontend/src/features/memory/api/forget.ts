import { useMutation, useQueryClient } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

export function useForget() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (memoryId: string) =>
      call("delete", "/v1/memories/{memory_id}", { params: { memory_id: memoryId } }),
    onSuccess: () => {
      // Shown recalls may hold it; they are dropped rather than silently asked and paid again.
      queryClient.removeQueries({ queryKey: ["recall"], type: "inactive" });
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: ["memories", "list"] }),
        queryClient.invalidateQueries({ queryKey: ["palaces"] }),
      ]);
    },
  });
}
