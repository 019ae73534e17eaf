import { useRouter } from "@tanstack/react-router";
import type { ErrorComponentProps } from "@tanstack/react-router";

import { Failure } from "@/components/failure";

export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <main className="mx-auto max-w-[560px] px-4 py-10">
      <Failure title="This page could not be opened" error={error} onRetry={retry} />
    </main>
  );
}
