import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { ApiError, isUnauthenticated } from "@/lib/api-error";

const MOST_RETRIES = 2;

/** A refusal stays a refusal; only a server that was away or busy is asked again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures >= MOST_RETRIES || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 500;
}

/** The client for the whole app; a session that ended anywhere leads to the log-in page once. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isUnauthenticated(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 5_000 } },
  });
}
