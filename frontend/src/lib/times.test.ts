import { expect, test } from "vitest";

import { formatRelative, formatSeconds, secondsBetween } from "./times";

const NOW = Date.parse("2026-03-02T12:00:00Z");

test.each([
  ["2026-03-02T11:59:30Z", "just now"],
  ["2026-03-02T11:57:00Z", "3 min ago"],
  ["2026-03-02T09:00:00Z", "3 h ago"],
  ["2026-03-01T11:00:00Z", "1 day ago"],
  ["2026-03-04T13:00:00Z", "in 2 days"],
  ["2025-02-14T10:00:00Z", "14 Feb 2025"],
])("%s is shown as %s", (iso, shown) => {
  expect(formatRelative(iso, NOW)).toBe(shown);
});

test.each([
  [0.421, "0.42 s"],
  [12.34, "12.3 s"],
  [245, "4 min 05 s"],
])("%d seconds are shown as %s", (seconds, shown) => {
  expect(formatSeconds(seconds)).toBe(shown);
});

test("an open end counts up to now", () => {
  expect(secondsBetween("2026-03-02T11:59:00Z", null, NOW)).toBe(60);
});
