import { Link } from "@tanstack/react-router";

import { AsyncView } from "@/components/async-view";
import { Empty } from "@/components/empty";
import { LoadMore } from "@/components/load-more";
import { flatten } from "@/lib/pages";

import { useMemories } from "../api/list-memories";
import type { MemorySearch } from "../place";

import { WhereFrom } from "./where-from";

interface RecentMemoriesProps {
  search: MemorySearch;
}

export function RecentMemories({ search }: RecentMemoriesProps) {
  const memories = useMemories(search);
  return (
    <AsyncView
      what="memories"
      result={memories}
      lines={5}
      isEmpty={(data) => flatten(data).length === 0}
      empty={
        <Empty title="No memories here yet">
          What agents and people are told will stand here, word for word. Remember something with
          the button above, or connect an agent from the{" "}
          <Link to="/" className="text-accent underline">
            overview
          </Link>
          .
        </Empty>
      }
    >
      {(data) => (
        <>
          <ul aria-label="Recent memories" className="card divide-line divide-y">
            {flatten(data).map((memory) => (
              <li key={memory.id} className="hover:bg-hover flex flex-col gap-1 px-4 py-3">
                <Link
                  to="/memory/$memoryId"
                  params={{ memoryId: memory.id }}
                  search={search}
                  dir="auto"
                  className="line-clamp-3 break-words whitespace-pre-wrap"
                >
                  {memory.content}
                </Link>
                <WhereFrom memory={memory} />
              </li>
            ))}
          </ul>
          <LoadMore {...memories} shown={flatten(data).length} total={data.pages[0]?.total} />
        </>
      )}
    </AsyncView>
  );
}
