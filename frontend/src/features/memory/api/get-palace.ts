import { queryOptions, useQuery } from "@tanstack/react-query";

import { call } from "@/lib/api-client";

function palaceQuery(palaceId: string) {
  return queryOptions({
    queryKey: ["palaces", palaceId],
    queryFn: ({ signal }) =>
      call("get", "/v1/palaces/{palace_id}", { params: { palace_id: palaceId }, signal }),
  });
}

export function usePalace(palaceId: string) {
  return useQuery(palaceQuery(palaceId));
}
