import { expect, test } from "vitest";

import { formatUsd } from "./money";

test.each([
  ["0", "$0.00"],
  ["0.0000000000", "$0.00"],
  ["0.0000050000", "$0.000005"],
  ["5E-6", "$0.000005"],
  ["0.0123", "$0.01"],
  ["0.5", "$0.50"],
  ["12.4", "$12.40"],
  ["1234567.891", "$1,234,567.89"],
  ["-3.5", "−$3.50"],
])("%s dollars are shown as %s", (amount, shown) => {
  expect(formatUsd(amount)).toBe(shown);
});
