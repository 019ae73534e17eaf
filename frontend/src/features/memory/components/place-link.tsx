import { Link } from "@tanstack/react-router";

import { formatCount } from "@/lib/counts";

import type { MemorySearch } from "../place";

interface PlaceLinkProps {
  name: string;
  memories: number;
  here: MemorySearch;
  to: MemorySearch;
  depth: 0 | 1 | 2;
}

const INDENT = ["pl-2", "pl-4", "pl-8"] as const;

/** A door: going through keeps the question and changes the place. */
export function PlaceLink({ name, memories, here, to, depth }: PlaceLinkProps) {
  const isHere = here.wing === to.wing && here.room === to.room;
  return (
    <Link
      to="/memory"
      search={{ ...to, q: here.q }}
      aria-current={isHere ? "location" : undefined}
      title={name}
      className={`text-13 hover:bg-hover flex h-7 items-center justify-between gap-2 rounded-md pr-2 ${INDENT[depth]} ${
        isHere ? "bg-accent-soft font-strong" : ""
      }`}
    >
      <bdi className="truncate">{name}</bdi>
      <span className="figures text-12 text-ink-2">{formatCount(memories)}</span>
    </Link>
  );
}
