/** Where one stands in memory and what one asks there, as the address holds it. */
export interface MemorySearch {
  q?: string | undefined;
  palace?: string | undefined;
  wing?: string | undefined;
  room?: string | undefined;
  /** The result whose explanation is open. */
  explain?: string | undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function readMemorySearch(search: Record<string, unknown>): MemorySearch {
  return {
    q: text(search.q),
    palace: text(search.palace),
    wing: text(search.wing),
    room: text(search.room),
    explain: text(search.explain),
  };
}
