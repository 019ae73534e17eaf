import type { Usage } from "@/api/contract";
import { AsyncView } from "@/components/async-view";
import { Section } from "@/components/section";
import { formatUsd } from "@/lib/money";

import { useUsage } from "../api/get-usage";

import { CycleTotal } from "./cycle-total";
import { DaysPanel } from "./days-panel";
import { LedgerTable } from "./ledger-table";
import { MetersTable } from "./meters-table";
import { Seats } from "./seats";

interface UsageReportProps {
  chart: string | undefined;
  onChart: (chart: string) => void;
}

/** Cost, unless nothing has cost anything: then the first meter tells more. */
function firstChart(usage: Usage): string {
  return Number(usage.total_usd) > 0 ? "cost" : (usage.meters[0]?.meter ?? "cost");
}

export function UsageReport({ chart, onChart }: UsageReportProps) {
  const usage = useUsage();
  return (
    <>
      <AsyncView what="usage" result={usage} lines={6}>
        {(data) => (
          <>
            <CycleTotal usage={data} />
            <Section title="Meters">
              <MetersTable meters={data.meters} />
            </Section>
            <DaysPanel usage={data} chart={chart ?? firstChart(data)} onChart={onChart} />
            <Section
              title="Agent seats"
              action={<span className="figures text-13">{formatUsd(data.seats_usd)}</span>}
            >
              <Seats seats={data.seats} />
            </Section>
          </>
        )}
      </AsyncView>
      <Section title="Ledger">
        <LedgerTable />
      </Section>
    </>
  );
}
