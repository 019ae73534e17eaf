import type { Usage } from "@/api/contract";

/** What the cycle will cost if it goes on as it went so far; null in its first hundredth, or free. */
export function projectTotal(usage: Usage, now: number): string | null {
  const start = new Date(usage.period.start).getTime();
  const end = new Date(usage.period.end).getTime();
  const elapsed = (now - start) / (end - start);
  if (!Number.isFinite(elapsed) || elapsed < 0.01 || Number(usage.total_usd) === 0) return null;
  return (Number(usage.total_usd) / Math.min(1, elapsed)).toFixed(6);
}
