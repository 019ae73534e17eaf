import { Link } from "@tanstack/react-router";

import { Page } from "@/components/page";
import { Section } from "@/components/section";
import { FirstCall } from "@/features/connect/components/first-call";
import { PalaceList } from "@/features/memory/components/palace-list";
import { RunList } from "@/features/runs/components/run-list";
import { useUsage } from "@/features/usage/api/get-usage";
import { MeterCards } from "@/features/usage/components/meter-cards";

const LINK = "text-13 text-accent hover:underline";

export function OverviewRoute() {
  const usage = useUsage();
  const isNew = usage.data?.meters.every(({ quantity }) => quantity === 0) ?? false;
  return (
    <Page title="Overview">
      {isNew && <FirstCall />}
      <Section
        title="This cycle"
        action={
          <Link to="/usage" className={LINK}>
            Usage
          </Link>
        }
      >
        <MeterCards />
      </Section>
      <Section
        title="Recent runs"
        action={
          <Link to="/runs" className={LINK}>
            All runs
          </Link>
        }
      >
        <RunList atMost={5} />
      </Section>
      <Section
        title="Palaces"
        action={
          <Link to="/memory" className={LINK}>
            Memory
          </Link>
        }
      >
        <PalaceList />
      </Section>
      {!isNew && <FirstCall />}
    </Page>
  );
}
