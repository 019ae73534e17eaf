interface LoadingProps {
  what: string;
  lines?: number;
}

/** Grey lines where the content will stand; the words are for screen readers. */
export function Loading({ what, lines = 3 }: LoadingProps) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading {what}…</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} aria-hidden="true" className="bg-line/60 h-8 animate-pulse rounded-md" />
      ))}
    </div>
  );
}
