import { expect, test } from "vitest";

import { aRun, aStep } from "@/testing/samples";

import { stepSpan, upsertStep } from "./steps";

test("a step that is reported again replaces its earlier report, in order", () => {
  const steps = [aStep({ index: 1 }), aStep({ index: 2, state: "running" })];

  const next = upsertStep([...steps, aStep({ index: 4 })], aStep({ index: 2, state: "done" }));

  expect(next.map(({ index, state }) => [index, state])).toEqual([
    [1, "done"],
    [2, "done"],
    [4, "done"],
  ]);
});

test("a step lies on the axis of its run", () => {
  const run = aRun({ ended_at: "2026-03-02T10:00:20Z" });
  const step = aStep({ started_at: "2026-03-02T10:00:05Z", ended_at: "2026-03-02T10:00:10Z" });

  expect(stepSpan(step, run, 0)).toEqual({ left: 25, width: 25 });
});

test("a very short step stays visible and inside the axis", () => {
  const run = aRun({ ended_at: "2026-03-02T10:00:20Z" });
  const end = "2026-03-02T10:00:20Z";

  const { left, width } = stepSpan(aStep({ started_at: end, ended_at: end }), run, 0);

  expect([left, width]).toEqual([98, 2]);
});
