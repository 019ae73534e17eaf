import { Link } from "@tanstack/react-router";

import { AsyncView } from "@/components/async-view";
import { Empty } from "@/components/empty";
import { countOf } from "@/lib/counts";
import { usePalaces } from "@/lib/palaces";

export function PalaceList() {
  const palaces = usePalaces();
  return (
    <AsyncView
      what="palaces"
      result={palaces}
      lines={1}
      isEmpty={({ items }) => items.length === 0}
      empty={<Empty title="No palace yet">The first memory makes one.</Empty>}
    >
      {({ items }) => (
        <ul className="card divide-line divide-y">
          {items.map(({ id, name, memories }) => (
            <li key={id}>
              <Link
                to="/memory"
                search={{ palace: name }}
                className="hover:bg-hover flex min-h-9 items-center justify-between gap-4 px-3"
              >
                <bdi className="min-w-0 truncate">{name}</bdi>
                <span className="text-13 text-ink-2 whitespace-nowrap">
                  {countOf(memories, "memory", "memories")}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </AsyncView>
  );
}
