import type { RecallAnswer } from "@/api/contract";
import { countOf } from "@/lib/counts";
import { formatUsd } from "@/lib/money";

interface RecallSummaryProps {
  answer: RecallAnswer;
}

/** How the dense leg searched, in words. */
const PATHS: Record<RecallAnswer["path"], string> = {
  exact: "exact",
  hnsw: "approximate",
  words_only: "words only",
  empty: "empty",
};

/** "12 results · 431 tokens · 9 ms · exact · $0.000005" */
export function RecallSummary({ answer }: RecallSummaryProps) {
  const facts = [
    countOf(answer.items.length, "result"),
    countOf(answer.tokens, "token"),
    `${Math.round(answer.took_ms)} ms`,
    PATHS[answer.path],
    formatUsd(answer.usage.cost_usd),
  ];
  return (
    <p role="status" className="figures text-12 text-ink-2">
      {facts.join(" · ")}
    </p>
  );
}
