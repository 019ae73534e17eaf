import { AsyncView } from "@/components/async-view";
import { Page } from "@/components/page";
import { RelativeTime } from "@/components/relative-time";

import { useFollowRun } from "../api/follow-run";
import { useRun } from "../api/get-run";

import { RunHead } from "./run-head";
import { RunStory } from "./run-story";

interface RunViewProps {
  runId: string;
}

export function RunView({ runId }: RunViewProps) {
  const run = useRun(runId);
  const feed = useFollowRun(runId, run.data?.state);
  const lead = run.data !== undefined && (
    <>
      {run.data.agent.name}, version {run.data.agent.version} · started{" "}
      <RelativeTime at={run.data.created_at} />
    </>
  );
  return (
    <Page title={run.data?.task ?? "Run"} {...(lead ? { lead } : {})}>
      <AsyncView what="the run" result={run} lines={6}>
        {(data) => (
          <>
            <RunHead run={data} feed={feed} />
            <RunStory run={data} />
          </>
        )}
      </AsyncView>
    </Page>
  );
}
