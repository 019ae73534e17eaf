export interface NextSearch {
  next?: string | undefined;
}

/** Where to go after log-in: a page of this site and nothing else, or a link could lead astray. */
export function readNext(search: Record<string, unknown>): NextSearch {
  const { next } = search;
  const isOurs = typeof next === "string" && /^\/(?![/\\])/.test(next);
  return isOurs ? { next } : {};
}
