import type { PalaceRow } from "@/api/contract";

import type { MemorySearch } from "../place";

import { FilterChips } from "./filter-chips";
import { PalacePicker } from "./palace-picker";
import { PalaceTree } from "./palace-tree";
import { RecallResults } from "./recall-results";
import { RecentMemories } from "./recent-memories";
import { RememberDialog } from "./remember-dialog";
import { SearchBox } from "./search-box";

interface MemoryBrowserProps {
  palaces: PalaceRow[];
  search: MemorySearch;
  onSearch: (search: MemorySearch) => void;
  /** A change of view that Back should not step through. */
  onView: (search: MemorySearch) => void;
}

export function MemoryBrowser({ palaces, search, onSearch, onView }: MemoryBrowserProps) {
  const palace = palaces.find(({ name }) => name === search.palace) ?? palaces[0];
  const here = { ...search, palace: palace?.name };
  return (
    <div className="grid min-h-full grid-cols-1 max-lg:content-start lg:grid-cols-[232px_minmax(0,1fr)]">
      <title>Memory · Enfilade</title>
      <nav
        aria-label="Places"
        className="border-line flex flex-col gap-2 p-3 max-lg:border-b lg:border-r"
      >
        <PalacePicker
          palaces={palaces}
          chosen={palace?.name}
          onChoose={(name) => onSearch({ q: search.q, palace: name })}
        />
        <div className="max-lg:max-h-[160px] max-lg:overflow-y-auto">
          {palace !== undefined && <PalaceTree palaceId={palace.id} search={here} />}
        </div>
      </nav>
      <div className="flex min-w-0 flex-col gap-3 p-4 md:px-6">
        <header className="flex items-center justify-between gap-4">
          <h1 className="text-20 font-strong">Memory</h1>
          <RememberDialog place={here} />
        </header>
        <SearchBox
          query={search.q ?? ""}
          onAsk={(q) => onSearch({ ...search, explain: undefined, q: q === "" ? undefined : q })}
        />
        <FilterChips search={search} onChange={onSearch} />
        {search.q === undefined ? (
          <RecentMemories search={here} />
        ) : (
          <RecallResults search={here} onExplain={(explain) => onView({ ...search, explain })} />
        )}
      </div>
    </div>
  );
}
