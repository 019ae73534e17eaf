import type { KeyboardEvent } from "react";

import { AsyncView } from "@/components/async-view";
import { Empty } from "@/components/empty";

import { useRecall } from "../api/recall";
import type { MemorySearch } from "../place";

import { RecallSummary } from "./recall-summary";
import { ResultRow } from "./result-row";

interface RecallResultsProps {
  search: MemorySearch;
  onExplain: (memoryId: string | undefined) => void;
}

/** Moves the focus among the results; Tab works too, this is the quick way. */
function moveFocus(list: HTMLElement, step: 1 | -1): void {
  const rows = [...list.querySelectorAll<HTMLElement>("[data-memory]")];
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[Math.min(rows.length - 1, Math.max(0, here + step))];
  row?.querySelector<HTMLElement>("[data-result]")?.focus();
}

export function RecallResults({ search, onExplain }: RecallResultsProps) {
  const recall = useRecall(search);
  const toggle = (id: string) => onExplain(search.explain === id ? undefined : id);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-memory]");
    if (event.key === "e" && row?.dataset.memory !== undefined) toggle(row.dataset.memory);
    else if (event.key === "ArrowDown") moveFocus(event.currentTarget, 1);
    else if (event.key === "ArrowUp") moveFocus(event.currentTarget, -1);
    else return;
    event.preventDefault();
  };
  return (
    <AsyncView what="the results" result={recall} lines={5}>
      {(answer) => (
        <>
          <RecallSummary answer={answer} />
          {answer.items.length === 0 ? (
            <Empty title="Nothing here answers that">
              Take a filter away, or ask in other words. What was never remembered is not made up.
            </Empty>
          ) : (
            // The keys move among links inside; the list itself takes no focus.
            // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <ol aria-label="Results" className="card divide-line divide-y" onKeyDown={press}>
              {answer.items.map((item) => (
                <ResultRow
                  key={item.id}
                  item={item}
                  topScore={answer.items[0]?.score ?? 0}
                  search={search}
                  isExplained={search.explain === item.id}
                  onExplain={() => toggle(item.id)}
                />
              ))}
            </ol>
          )}
        </>
      )}
    </AsyncView>
  );
}
