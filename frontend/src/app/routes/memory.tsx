import { Outlet, useNavigate, useSearch } from "@tanstack/react-router";

import { MemoryBrowser } from "@/features/memory/components/memory-browser";
import { useCurrentTenant } from "@/lib/current-tenant";

export function MemoryRoute() {
  const { palaces } = useCurrentTenant();
  const search = useSearch({ from: "/house/memory" });
  const navigate = useNavigate();
  return (
    <>
      <MemoryBrowser
        palaces={palaces}
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
