import { Button } from "./button";

interface LoadMoreProps {
  shown: number;
  total: number | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

export function LoadMore({
  shown,
  total,
  hasNextPage,
  isFetchingNextPage,
  fetchNextPage,
}: LoadMoreProps) {
  return (
    <div className="text-13 text-ink-2 flex items-center gap-3">
      <span aria-live="polite">
        {total === undefined
          ? `${shown.toLocaleString("en-US")} shown`
          : `${shown.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`}
      </span>
      {hasNextPage && (
        <Button size="small" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Load more"}
        </Button>
      )}
    </div>
  );
}
