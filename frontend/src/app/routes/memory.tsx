import { Outlet, useNavigate, useSearch } from "@tanstack/react-router";

import { AsyncView } from "@/components/async-view";
import { MemoryBrowser } from "@/features/memory/components/memory-browser";
import { usePalaces } from "@/lib/palaces";

export function MemoryRoute() {
  const palaces = usePalaces();
  const search = useSearch({ from: "/house/memory" });
  const navigate = useNavigate();
  return (
    <>
      <AsyncView what="palaces" result={palaces}>
        {({ items }) => (
          <MemoryBrowser
            palaces={items}
            search={search}
            onSearch={(next) => void navigate({ to: "/memory", search: next })}
            onView={(next) =>
              void navigate({ to: ".", search: next, replace: true, resetScroll: false })
            }
          />
        )}
      </AsyncView>
      <Outlet />
    </>
  );
}
