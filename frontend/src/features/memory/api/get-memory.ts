import { queryOptions, useQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

function memoryQuery(memoryId: string) {
  return queryOptions({
    queryKey: ["memories", "one", memoryId],
    queryFn: ({ signal }) =>
      call("get", "/v1/memories/{memory_id}", { params: { memory_id: memoryId }, signal }),
  });
}

export function useMemory(memoryId: string) {
  return useQuery(memoryQuery(memoryId));
}
