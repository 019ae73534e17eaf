const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const DAY_PARTS = { day: "numeric", month: "short", year: "numeric" } as const;
const dayHere = new Intl.DateTimeFormat("en-GB", DAY_PARTS);
const dayUtc = new Intl.DateTimeFormat("en-GB", { ...DAY_PARTS, timeZone: "UTC" });

export function formatExact(iso: string): string {
  return exact.format(new Date(iso));
}

export function formatDay(iso: string): string {
  return dayHere.format(new Date(iso));
}

/** A day of the ledger, which counts in UTC wherever its reader is. */
export function formatLedgerDay(iso: string): string {
  return dayUtc.format(new Date(iso));
}

/** The last day of a period that ends just before a moment. */
export function formatLastDay(end: string): string {
  return dayUtc.format(new Date(end).getTime() - 1);
}

function pick(seconds: number): string {
  if (seconds < MINUTE) return "a moment";
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`;
  const days = Math.floor(seconds / DAY);
  return days === 1 ? "1 day" : `${days} days`;
}

/** "3 min ago", "in 2 days"; beyond thirty days the date itself says more. */
export function formatRelative(iso: string, now: number): string {
  const seconds = (now - new Date(iso).getTime()) / 1000;
  if (Math.abs(seconds) > 30 * DAY) return formatDay(iso);
  if (Math.abs(seconds) < MINUTE) return "just now";
  return seconds > 0 ? `${pick(seconds)} ago` : `in ${pick(-seconds)}`;
}

/** "0.42 s", "12.3 s", "4 min 05 s". */
export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < MINUTE) return `${seconds.toFixed(1)} s`;
  const rest = Math.floor(seconds % MINUTE);
  return `${Math.floor(seconds / MINUTE)} min ${String(rest).padStart(2, "0")} s`;
}

/** Seconds between two moments; an open end counts up to now. */
export function secondsBetween(start: string, end: string | null, now: number): number {
  const until = end === null ? now : new Date(end).getTime();
  return Math.max(0, (until - new Date(start).getTime()) / 1000);
}
