import type { Usage } from "@/api/contract";

export interface DayBar {
  day: string;
  value: number;
}

const DAY_MS = 86_400_000;

function daysOf(period: Usage["period"], now: number): string[] {
  const start = new Date(period.start).getTime();
  const last = Math.min(now, new Date(period.end).getTime() - 1);
  const count = Math.max(1, Math.floor((last - start) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, day) =>
    new Date(start + day * DAY_MS).toISOString().slice(0, 10),
  );
}

/** One bar per day of the cycle so far, empty days included; "cost" adds up all meters. */
export function dayBars(usage: Usage, chart: string, now: number): DayBar[] {
  const sums = new Map<string, number>();
  for (const row of usage.days) {
    if (chart !== "cost" && row.meter !== chart) continue;
    const value = chart === "cost" ? Number(row.cost_usd) : row.quantity;
    sums.set(row.day, (sums.get(row.day) ?? 0) + value);
  }
  return daysOf(usage.period, now).map((day) => ({ day, value: sums.get(day) ?? 0 }));
}
