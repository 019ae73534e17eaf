import type { Run, Step } from "@/api/contract";

/** Puts a step in its place by index, replacing an earlier report of the same one. */
export function upsertStep(steps: Step[], step: Step): Step[] {
  const others = steps.filter((other) => other.index !== step.index);
  return [...others, step].sort((a, b) => a.index - b.index);
}

interface Span {
  left: number;
  width: number;
}

const LEAST_WIDTH = 2;

/** Where a step lies on the run's own time axis, in per cent. */
export function stepSpan(step: Step, run: Run, now: number): Span {
  const at = (iso: string | null) => (iso === null ? now : new Date(iso).getTime());
  const start = at(run.started_at ?? run.created_at);
  const whole = Math.max(1, at(run.ended_at) - start);
  const left = Math.min(
    100 - LEAST_WIDTH,
    Math.max(0, ((at(step.started_at) - start) / whole) * 100),
  );
  const width = ((at(step.ended_at) - at(step.started_at)) / whole) * 100;
  return { left, width: Math.min(100 - left, Math.max(LEAST_WIDTH, width)) };
}
