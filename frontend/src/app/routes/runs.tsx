import { AsyncView } from "@/components/async-view";
import { Empty } from "@/components/empty";
import { Page } from "@/components/page";
import { Section } from "@/components/section";
import { useAgents } from "@/features/agents/api/list-agents";
import { MakeFirstAgent } from "@/features/agents/components/make-first-agent";
import { RunList } from "@/features/runs/components/run-list";
import { StartRun } from "@/features/runs/components/start-run";
import { flatten } from "@/lib/pages";

export function RunsRoute() {
  const agents = useAgents();
  const empty = (
    <Empty title="A run needs an agent" action={<MakeFirstAgent />}>
      There is none yet. An archivist answers questions from memory and counts in code.
    </Empty>
  );
  return (
    <Page title="Runs" lead="An agent at work on a task, step by step.">
      <AsyncView
        what="agents"
        result={agents}
        isEmpty={(data) => flatten(data).length === 0}
        empty={empty}
      >
        {(data) => <StartRun agents={flatten(data)} />}
      </AsyncView>
      <Section title="All runs">
        <RunList />
      </Section>
    </Page>
  );
}
