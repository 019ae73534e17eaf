import { AsyncView } from "@/components/async-view";
import { MeterBar } from "@/components/meter-bar";
import { formatCount } from "@/lib/counts";
import { formatUsd } from "@/lib/money";

import { useUsage } from "../api/get-usage";
import { meterName } from "../meter-names";

/** The cycle's meters at a glance, for the overview. */
export function MeterCards() {
  const usage = useUsage();
  return (
    <AsyncView what="usage" result={usage} lines={2}>
      {({ meters }) => (
        <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          {meters.map(({ meter, quantity, included, cost_usd }) => (
            <li key={meter} className="card flex min-w-0 flex-col gap-1 p-4">
              <span className="text-13 text-ink-2">{meterName(meter)}</span>
              <span className="text-20 font-strong tabular-nums">{formatCount(quantity)}</span>
              {included !== null && (
                <MeterBar
                  label={`${meterName(meter)} used of included`}
                  used={quantity}
                  of={included}
                />
              )}
              <span className="text-12 text-ink-2">
                {included === null ? "" : `of ${formatCount(included)} · `}
                {formatUsd(cost_usd)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </AsyncView>
  );
}
