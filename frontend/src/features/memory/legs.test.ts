import { expect, test } from "vitest";

import { aResult } from "@/testing/samples";

import { legParts } from "./legs";

test("the best result fills the bar, divided as its legs contributed", () => {
  const parts = legParts(aResult({ score: 0.9 }), 0.9);

  expect(parts.map(({ leg, width }) => [leg, Math.round(width)])).toEqual([
    ["lexical", 60],
    ["dense", 40],
  ]);
});

test("a weaker result has a shorter bar", () => {
  const sum = legParts(aResult({ score: 0.45 }), 0.9).reduce(
    (total, { width }) => total + width,
    0,
  );

  expect(sum).toBeCloseTo(50);
});

test("without an explanation the signals divide the bar, absent ones left out", () => {
  const result = aResult({
    score: 1,
    explain: null,
    signals: { lexical: 3, dense: 1, author: 0 },
  });

  expect(legParts(result, 1)).toEqual([
    { leg: "lexical", width: 75 },
    { leg: "dense", width: 25 },
  ]);
});

test("a result that nothing explains has no parts", () => {
  const result = aResult({
    explain: [],
    signals: {},
  });

  expect(legParts(result, 0)).toEqual([]);
});
