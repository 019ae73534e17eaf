import { AsyncView } from "@/components/async-view";
import { Empty } from "@/components/empty";
import { LoadMore } from "@/components/load-more";
import { flatten } from "@/lib/pages";

import { useRuns } from "../api/list-runs";

import { RunRows } from "./run-rows";

interface RunListProps {
  /** Shows only the newest ones, without paging. */
  atMost?: number;
}

export function RunList({ atMost }: RunListProps) {
  const runs = useRuns();
  return (
    <AsyncView
      what="runs"
      result={runs}
      isEmpty={(data) => flatten(data).length === 0}
      empty={
        <Empty title="No runs yet">
          A run is an agent working on a task, step by step. Once started, each one stands here.
        </Empty>
      }
    >
      {(data) => (
        <>
          <RunRows runs={flatten(data).slice(0, atMost)} />
          {atMost === undefined && (
            <LoadMore {...runs} shown={flatten(data).length} total={data.pages[0]?.total} />
          )}
        </>
      )}
    </AsyncView>
  );
}
