import type { Usage } from "@/api/contract";
import { RelativeTime } from "@/components/relative-time";

interface SeatsProps {
  seats: Usage["seats"];
}

export function Seats({ seats }: SeatsProps) {
  if (seats.length === 0) {
    return <p className="text-ink-2">No agent has run in this cycle, so no seat is counted.</p>;
  }
  return (
    <ul className="card divide-line divide-y">
      {seats.map(({ agent_id, name, first_run_at }) => (
        <li key={agent_id} className="flex min-h-9 items-center justify-between gap-4 px-3">
          <span dir="auto" className="min-w-0 truncate">
            {name}
          </span>
          <span className="text-13 text-ink-2">
            first run <RelativeTime at={first_run_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
