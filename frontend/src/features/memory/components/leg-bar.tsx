import type { RecallItem } from "@/api/contract";

import { legParts } from "../legs";

interface LegBarProps {
  item: RecallItem;
  topScore: number;
}

export function LegBar({ item, topScore }: LegBarProps) {
  const parts = legParts(item, topScore);
  const words = parts.map(({ leg }) => leg).join(", ");
  return (
    <span
      role="img"
      aria-label={words === "" ? "no leg contributed" : `by ${words}`}
      title={words}
      className="flex h-2 w-16 gap-px"
    >
      {parts.map(({ leg, width }) => (
        <span
          key={leg}
          className="h-full first:rounded-l-full last:rounded-r-full"
          style={{ width: `${width}%`, background: `var(--leg-${leg})` }}
        />
      ))}
    </span>
  );
}
