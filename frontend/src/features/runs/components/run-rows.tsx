import { Link } from "@tanstack/react-router";

import type { Run } from "@/api/contract";
import { RelativeTime } from "@/components/relative-time";
import { Table } from "@/components/table";
import { formatCount } from "@/lib/counts";
import { formatUsd } from "@/lib/money";
import { formatSeconds, secondsBetween } from "@/lib/times";
import { useNow } from "@/lib/use-now";

import { StateBadge } from "./state-badge";

interface RunRowsProps {
  runs: Run[];
}

const RIGHT = ["Steps", "Tokens", "Cost", "Took", "Started"];

export function RunRows({ runs }: RunRowsProps) {
  const now = useNow();
  return (
    <Table
      caption="Runs"
      columns={[
        ...["State", "Task", "Agent"].map((name) => ({ name })),
        ...RIGHT.map((name) => ({ name, align: "right" as const })),
      ]}
    >
      {runs.map((run) => (
        <tr key={run.id} className="hover:bg-hover">
          <td>
            <StateBadge state={run.state} />
          </td>
          <th scope="row" className="w-full max-w-0 min-w-[200px] text-left font-normal">
            <Link
              to="/runs/$runId"
              params={{ runId: run.id }}
              dir="auto"
              className="text-accent block truncate hover:underline"
              title={run.task}
            >
              {run.task}
            </Link>
          </th>
          <td dir="auto" className="max-w-[160px] truncate">
            {run.agent.name}
          </td>
          <td className="figures text-right">{run.steps}</td>
          <td className="figures text-right">
            {formatCount(run.usage.input_tokens + run.usage.output_tokens)}
          </td>
          <td className="figures text-right">{formatUsd(run.usage.cost_usd)}</td>
          <td className="figures text-right whitespace-nowrap">
            {run.started_at
              ? formatSeconds(secondsBetween(run.started_at, run.ended_at, now))
              : "–"}
          </td>
          <td className="text-right">
            <RelativeTime at={run.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
