import type { Usage } from "@/api/contract";
import { Section } from "@/components/section";
import { formatCount } from "@/lib/counts";
import { formatUsd } from "@/lib/money";
import { useNow } from "@/lib/use-now";

import { dayBars } from "../days";
import { meterName } from "../meter-names";

import { DaysChart } from "./days-chart";

interface DaysPanelProps {
  usage: Usage;
  chart: string;
  onChart: (chart: string) => void;
}

export function DaysPanel({ usage, chart, onChart }: DaysPanelProps) {
  const bars = dayBars(usage, chart, useNow());
  const isCost = chart === "cost";
  return (
    <Section
      title="Days"
      action={
        <select
          aria-label="What the chart shows"
          className="control text-13 h-7 w-auto px-2"
          value={chart}
          onChange={(event) => onChart(event.target.value)}
        >
          <option value="cost">Cost</option>
          {usage.meters.map(({ meter }) => (
            <option key={meter} value={meter}>
              {meterName(meter)}
            </option>
          ))}
        </select>
      }
    >
      <DaysChart
        label={isCost ? "Cost" : meterName(chart)}
        bars={bars}
        format={(value) => (isCost ? formatUsd(value.toFixed(6)) : formatCount(value))}
      />
    </Section>
  );
}
