import type { RouterHistory } from "@tanstack/react-router";

import { createQueryClient } from "./query-client";
import { createAppRouter } from "./router";

const DOORS = new Set(["/log-in", "/sign-up"]);

/** The data and the routes, tied together: a session that ends anywhere leads to the door. */
export function createApp(history?: RouterHistory) {
  const queryClient = createQueryClient(() => {
    const { pathname, href } = router.latestLocation;
    if (DOORS.has(pathname)) return;
    void router.navigate({ to: "/log-in", search: href === "/" ? {} : { next: href } });
  });
  const router = createAppRouter(queryClient, history);
  return { queryClient, router };
}
