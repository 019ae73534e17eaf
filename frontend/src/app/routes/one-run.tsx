import { useParams } from "@tanstack/react-router";

import { RunView } from "@/features/runs/components/run-view";

export function OneRunRoute() {
  const { runId } = useParams({ from: "/house/runs/$runId" });
  return <RunView key={runId} runId={runId} />;
}
