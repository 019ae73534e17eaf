import { useRouter } from "@tanstack/react-router";
import type { ErrorComponentProps } from "@tanstack/react-router";

import { Failure } from "@/components/failure";
import { Page } from "@/components/page";

export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title="Something failed">
      <Failure title="This page could not be opened" error={error} onRetry={retry} />
    </Page>
  );
}
