import { Outlet, useNavigate, useSearch } from "@tanstack/react-router";

import { AsyncView } from "@/components/async-view";
import { Page } from "@/components/page";
import { MemoryBrowser } from "@/features/memory/components/memory-browser";
import { usePalaces } from "@/lib/palaces";

export function MemoryRoute() {
  const palaces = usePalaces();
  const search = useSearch({ from: "/house/memory" });
  const navigate = useNavigate();
  if (palaces.data === undefined) {
    return (
      <Page title="Memory">
        <AsyncView what="palaces" result={palaces}>
          {() => null}
        </AsyncView>
      </Page>
    );
  }
  return (
    <>
      <MemoryBrowser
        palaces={palaces.data.items}
        search={search}
        onSearch={(next) => void navigate({ to: "/memory", search: next })}
        onView={(next) =>
          void navigate({ to: ".", search: next, replace: true, resetScroll: false })
        }
      />
      <Outlet />
    </>
  );
}
