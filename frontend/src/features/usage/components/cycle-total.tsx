import type { Usage } from "@/api/contract";
import { Icon } from "@/components/icon";
import { MeterBar } from "@/components/meter-bar";
import { formatUsd } from "@/lib/money";
import { formatLastDay, formatLedgerDay } from "@/lib/times";
import { useNow } from "@/lib/use-now";

import { projectTotal } from "../projection";

interface CycleTotalProps {
  usage: Usage;
}

/** The one number: this cycle, what it will be, and the cap it may not pass. */
export function CycleTotal({ usage }: CycleTotalProps) {
  const projected = projectTotal(usage, useNow());
  const { limit_usd: limit, reached, resets_at: resetsAt } = usage.cap;
  return (
    <section aria-label="This cycle" className="flex flex-col gap-2">
      <p className="text-28 font-strong tabular-nums">{formatUsd(usage.total_usd)}</p>
      <p className="text-ink-2">
        {formatLedgerDay(usage.period.start)} – {formatLastDay(usage.period.end)} · plan{" "}
        {usage.plan}
        {projected !== null && ` · about ${formatUsd(projected)} at the end of the cycle`}
      </p>
      {limit !== null && (
        <div className="flex max-w-[480px] flex-col gap-1">
          <MeterBar
            label="Cost against the cap"
            used={Number(usage.total_usd)}
            of={Number(limit)}
          />
          <p className="text-13 text-ink-2">Cap {formatUsd(limit)}</p>
        </div>
      )}
      {reached && (
        <p className="flex items-center gap-2">
          <Icon name="failed" className="text-needs-you size-4" />
          The plan’s limit is reached: what costs is refused until {formatLedgerDay(resetsAt)}.
          Reading stays open.
        </p>
      )}
    </section>
  );
}
