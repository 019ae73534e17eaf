import { Link } from "@tanstack/react-router";

import type { RecallItem } from "@/api/contract";

import type { MemorySearch } from "../place";

import { ExplainTable } from "./explain-table";
import { LegBar } from "./leg-bar";
import { MarkedText } from "./marked-text";
import { WhereFrom } from "./where-from";

interface ResultRowProps {
  item: RecallItem;
  topScore: number;
  search: MemorySearch;
  isExplained: boolean;
  onExplain: () => void;
}

export function ResultRow({ item, topScore, search, isExplained, onExplain }: ResultRowProps) {
  return (
    <li className="hover:bg-hover relative flex flex-col gap-1 px-4 py-3" data-memory={item.id}>
      <div className="flex items-start justify-between gap-4 max-md:flex-col max-md:gap-1">
        <Link
          to="/memory/$memoryId"
          params={{ memoryId: item.id }}
          search={search}
          dir="auto"
          data-result
          className="line-clamp-4 max-w-full min-w-0 flex-1 break-words whitespace-pre-wrap"
          activeProps={{ className: "font-strong" }}
        >
          <MarkedText text={item.content} query={search.q ?? ""} />
        </Link>
        <button
          type="button"
          aria-expanded={isExplained}
          onClick={onExplain}
          title="Explain (e)"
          className="hover:bg-sheet flex h-7 items-center gap-2 rounded-md px-1 max-md:-ml-1"
        >
          <LegBar item={item} topScore={topScore} />
          <span className="figures text-12 w-8 text-right">{item.score.toFixed(2)}</span>
          <span className="sr-only">Explain this result</span>
        </button>
      </div>
      <WhereFrom memory={item} />
      {isExplained && <ExplainTable legs={item.explain ?? []} />}
    </li>
  );
}
