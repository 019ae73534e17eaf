import type { Run } from "@/api/contract";

import { lookOf } from "../run-states";

interface StateBadgeProps {
  state: Run["state"];
}

const DOTS = {
  quiet: "border border-edge",
  running: "bg-running animate-pulse",
  good: "bg-accent",
  failed: "bg-failed rounded-none rotate-45",
  "needs-you": "bg-needs-you rounded-none",
} as const;

/** A shape and a word, so that colour is never alone. */
export function StateBadge({ state }: StateBadgeProps) {
  const { words, tone } = lookOf(state);
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${DOTS[tone]}`} />
      {words}
    </span>
  );
}
