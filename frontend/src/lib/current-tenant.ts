import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";

import type { Tenant } from "@/api/contract";

import { call } from "./api-client";

export const currentTenantQuery = queryOptions({
  queryKey: ["tenant"],
  queryFn: ({ signal }) => call("get", "/v1/tenants/current", { signal }),
  staleTime: 60_000,
});

/** The tenant one works in; the shell's route has loaded it before anything inside renders. */
export function useCurrentTenant(): Tenant {
  return useSuspenseQuery(currentTenantQuery).data;
}
