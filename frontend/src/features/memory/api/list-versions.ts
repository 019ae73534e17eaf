import { queryOptions, useQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

function versionsQuery(memoryId: string) {
  return queryOptions({
    queryKey: ["memories", "versions", memoryId],
    queryFn: ({ signal }) =>
      call("get", "/v1/memories/{memory_id}/versions", { params: { memory_id: memoryId }, signal }),
  });
}

export function useVersions(memoryId: string) {
  return useQuery(versionsQuery(memoryId));
}
