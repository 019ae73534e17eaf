import { ApiError } from "@/lib/api-error";

import { Button } from "./button";
import { Icon } from "./icon";

interface FailureProps {
  title: string;
  error: unknown;
  onRetry?: () => void;
}

/** What happened, why, what to do next, and the request id to quote. */
export function Failure({ title, error, onRetry }: FailureProps) {
  const reason = error instanceof Error ? error.message : "No reason was given.";
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div role="alert" className="card flex flex-col items-start gap-2 p-4">
      <p className="flex items-center gap-2 font-strong">
        <Icon name="failed" className="text-failed size-4" />
        {title}
      </p>
      <p className="text-ink-2 max-w-full break-words">{reason}</p>
      {requestId !== undefined && (
        <p className="text-12 text-ink-2">
          Request <code className="figures select-all">{requestId}</code>
        </p>
      )}
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
