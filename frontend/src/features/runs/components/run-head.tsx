import type { Run } from "@/api/contract";
import { Button } from "@/components/button";
import { Failure } from "@/components/failure";
import { countOf, formatCount } from "@/lib/counts";
import { formatUsd } from "@/lib/money";
import { formatSeconds, secondsBetween } from "@/lib/times";
import { useNow } from "@/lib/use-now";

import { useCancelRun } from "../api/cancel-run";
import type { Feed } from "../api/follow-run";
import { isOver } from "../run-states";

import { StateBadge } from "./state-badge";

interface RunHeadProps {
  run: Run;
  feed: Feed;
}

/** Stays in sight: state, elapsed time, steps, tokens and money against the budget. */
export function RunHead({ run, feed }: RunHeadProps) {
  const over = isOver(run.state);
  const now = useNow(over ? "minute" : "second");
  const cancelling = useCancelRun(run.id);
  const { max_steps, max_seconds } = run.limits;
  const seconds = run.started_at === null ? 0 : secondsBetween(run.started_at, run.ended_at, now);
  const facts = [
    `${formatSeconds(seconds)} of ${formatCount(max_seconds)} s`,
    `${run.steps} of ${countOf(max_steps, "step")}`,
    `${formatCount(run.usage.input_tokens + run.usage.output_tokens)} tokens`,
    formatUsd(run.usage.cost_usd),
  ];
  return (
    <div className="bg-paper border-line sticky top-12 z-10 -mx-4 flex flex-col gap-2 border-b px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span role="status" className="font-strong">
          <StateBadge state={run.state} />
        </span>
        <span className="figures text-13 text-ink-2 min-w-0 flex-1 max-md:order-last max-md:basis-full max-md:text-12">
          {facts.join(" · ")}
        </span>
        {feed === "waiting" && <span className="text-13 text-ink-2">waiting for events…</span>}
        {!over && (
          <Button size="small" disabled={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {cancelling.isPending ? "Cancelling…" : "Cancel run"}
          </Button>
        )}
      </div>
      {cancelling.error !== null && <Failure title="The run goes on" error={cancelling.error} />}
    </div>
  );
}
