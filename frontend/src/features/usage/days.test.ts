import { expect, test } from "vitest";

import { usage } from "@/testing/samples";

import { dayBars } from "./days";
import { projectTotal } from "./projection";

const NOW = Date.parse("2026-03-03T12:00:00Z");

test("each day of the cycle so far has a bar, empty ones too", () => {
  expect(dayBars(usage, "agent.step", NOW)).toEqual([
    { day: "2026-03-01", value: 0 },
    { day: "2026-03-02", value: 3 },
    { day: "2026-03-03", value: 0 },
  ]);
});

test("cost adds up all meters of a day", () => {
  const more = { day: "2026-03-02", meter: "memory.write", quantity: 9, cost_usd: "0.004" };

  const bars = dayBars({ ...usage, days: [...usage.days, more] }, "cost", NOW);

  expect(bars[1]?.value).toBeCloseTo(0.01);
});

test("the projection goes on as it went", () => {
  const half = Date.parse("2026-03-16T12:00:00Z");

  expect(projectTotal({ ...usage, total_usd: "2" }, half)).toBe("4.000000");
});

test("the first hours of a cycle project nothing", () => {
  expect(projectTotal(usage, Date.parse("2026-03-01T01:00:00Z"))).toBeNull();
});
