import type { Run } from "@/api/contract";

type RunState = Run["state"];

interface StateLook {
  words: string;
  tone: "quiet" | "running" | "good" | "failed" | "needs-you";
}

const LOOKS: Record<RunState, StateLook> = {
  queued: { words: "Queued", tone: "quiet" },
  running: { words: "Running", tone: "running" },
  succeeded: { words: "Succeeded", tone: "good" },
  failed: { words: "Failed", tone: "failed" },
  cancelled: { words: "Cancelled", tone: "quiet" },
  out_of_budget: { words: "Out of budget", tone: "needs-you" },
};

export function lookOf(state: RunState): StateLook {
  return LOOKS[state];
}

/** Whether nothing more will happen in the run. */
export function isOver(state: RunState): boolean {
  return state !== "queued" && state !== "running";
}
