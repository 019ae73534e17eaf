import type { ReactNode } from "react";

import { isNotFound } from "@/lib/api-error";

import { Failure } from "./failure";
import { Loading } from "./loading";

/** The part of a TanStack query result that a view needs. */
interface AsyncResult<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

interface AsyncViewProps<T> {
  /** The noun in "Loading …" and "Could not load …". */
  what: string;
  result: AsyncResult<T>;
  lines?: number;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Loading, failed, empty or ready; what was loaded stays visible when a refresh fails. */
export function AsyncView<T>({ what, result, lines, isEmpty, empty, children }: AsyncViewProps<T>) {
  const { data, error, refetch } = result;
  const failure = error !== null && (
    <Failure
      title={data === undefined ? `Could not load ${what}` : `Could not refresh ${what}`}
      error={error}
      // What does not exist will not come by asking again.
      {...(isNotFound(error) ? {} : { onRetry: () => void refetch() })}
    />
  );
  if (data === undefined) return failure || <Loading what={what} {...(lines ? { lines } : {})} />;
  return (
    <>
      {failure}
      {isEmpty?.(data) === true ? empty : children(data)}
    </>
  );
}
