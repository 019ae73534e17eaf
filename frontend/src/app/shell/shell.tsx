import { Outlet } from "@tanstack/react-router";

import { NoticeBanner } from "@/components/notice-banner";
import { useCurrentTenant } from "@/lib/current-tenant";

import { BottomBar } from "./bottom-bar";
import { Rail } from "./rail";
import { TopLine } from "./top-line";

export function Shell() {
  const tenant = useCurrentTenant();
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="bg-sheet shadow-float sr-only z-50 rounded-md px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <Rail />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopLine tenant={tenant.name} />
        {tenant.notices.length > 0 && (
          <div className="px-4 pt-3">
            <NoticeBanner notices={tenant.notices} />
          </div>
        )}
        <main id="content" tabIndex={-1} className="flex-1 outline-none max-md:pb-16">
          <Outlet />
        </main>
      </div>
      <BottomBar />
    </div>
  );
}
