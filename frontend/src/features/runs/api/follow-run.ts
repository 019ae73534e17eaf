import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import type { Run, Step } from "@/api/contract";

import { isOver } from "../run-states";
import { upsertStep } from "../steps";

import { runQuery } from "./get-run";
import { stepsQuery } from "./list-steps";

export type Feed = "live" | "waiting" | "closed";

const FALLBACK_MS = 4_000;

/**
 * Lets the server's events write into the queries of a run until it is over. A lost connection
 * is taken up by the browser with Last-Event-ID; one that was refused falls back to asking.
 */
export function useFollowRun(runId: string, state: Run["state"] | undefined): Feed {
  const queryClient = useQueryClient();
  const [feed, setFeed] = useState<Feed>("waiting");
  const isFollowing = state !== undefined && !isOver(state);

  useEffect(() => {
    if (!isFollowing) return;
    const run = runQuery(runId).queryKey;
    const steps = stepsQuery(runId).queryKey;
    const refresh = () => {
      void queryClient.invalidateQueries({ queryKey: run });
      void queryClient.invalidateQueries({ queryKey: steps });
    };
    let fallback: ReturnType<typeof setInterval> | undefined;
    const source = new EventSource(`/v1/runs/${encodeURIComponent(runId)}/events`);
    source.onopen = () => setFeed("live");
    source.onerror = () => {
      setFeed("waiting");
      if (source.readyState === EventSource.CLOSED) fallback ??= setInterval(refresh, FALLBACK_MS);
    };
    source.addEventListener("step", (event: MessageEvent<string>) => {
      const step = JSON.parse(event.data) as Step;
      queryClient.setQueryData(steps, (old) => ({
        ...old,
        items: upsertStep(old?.items ?? [], step),
      }));
    });
    source.addEventListener("run", (event: MessageEvent<string>) => {
      const next = JSON.parse(event.data) as Run;
      queryClient.setQueryData(run, (old) => ({ ...old, ...next }));
      // The last word comes from the tables, in case an event was missed on the way.
      if (isOver(next.state)) refresh();
    });
    return () => {
      source.close();
      clearInterval(fallback);
    };
  }, [isFollowing, queryClient, runId]);

  return isFollowing ? feed : "closed";
}
