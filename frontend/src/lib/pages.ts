interface Page<T> {
  items: T[];
  next_cursor?: string | null;
  total?: number;
}

interface Pages<T> {
  pages: Page<T>[];
}

export const firstPage: string | undefined = undefined;

/** The cursor of the page after this one; undefined at the end, as TanStack Query wants it. */
export function nextCursor(page: { next_cursor?: string | null }): string | undefined {
  return page.next_cursor ?? undefined;
}

/** Flattens loaded pages into one list. */
export function flatten<T>({ pages }: Pages<T>): T[] {
  return pages.flatMap((page) => page.items);
}
