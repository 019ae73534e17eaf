import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";

import { readMemorySearch } from "@/features/memory/place";
import { isUnauthenticated } from "@/lib/api-error";
import { currentTenantQuery } from "@/lib/current-tenant";

import { readNext } from "./next-page";
import { NotFound } from "./not-found";
import { Shell } from "./shell/shell";
import { ShellLoading } from "./shell/shell-loading";

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  notFoundComponent: NotFound,
});

const logIn = createRoute({
  getParentRoute: () => root,
  path: "/log-in",
  validateSearch: readNext,
  component: lazyRouteComponent(() => import("./routes/log-in"), "LogInRoute"),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  validateSearch: readNext,
  component: lazyRouteComponent(() => import("./routes/sign-up"), "SignUpRoute"),
});

/** Everything inside the house: nobody passes without a session. */
const house = createRoute({
  getParentRoute: () => root,
  id: "house",
  component: Shell,
  pendingComponent: ShellLoading,
  loader: async ({ context, location }) => {
    try {
      await context.queryClient.query({ ...currentTenantQuery, staleTime: "static" });
    } catch (error) {
      if (!isUnauthenticated(error)) throw error;
      throw redirect({
        to: "/log-in",
        search: location.href === "/" ? {} : { next: location.href },
      });
    }
  },
});

const overview = createRoute({
  getParentRoute: () => house,
  path: "/",
  component: lazyRouteComponent(() => import("./routes/overview"), "OverviewRoute"),
});

const memory = createRoute({
  getParentRoute: () => house,
  path: "/memory",
  validateSearch: readMemorySearch,
  component: lazyRouteComponent(() => import("./routes/memory"), "MemoryRoute"),
});

const oneMemory = createRoute({
  getParentRoute: () => memory,
  path: "/$memoryId",
  component: lazyRouteComponent(() => import("./routes/one-memory"), "OneMemoryRoute"),
});

const agents = createRoute({
  getParentRoute: () => house,
  path: "/agents",
  component: lazyRouteComponent(() => import("./routes/agents"), "AgentsRoute"),
});

const runs = createRoute({
  getParentRoute: () => house,
  path: "/runs",
  component: lazyRouteComponent(() => import("./routes/runs"), "RunsRoute"),
});

const oneRun = createRoute({
  getParentRoute: () => house,
  path: "/runs/$runId",
  component: lazyRouteComponent(() => import("./routes/one-run"), "OneRunRoute"),
});

const apiKeys = createRoute({
  getParentRoute: () => house,
  path: "/api-keys",
  component: lazyRouteComponent(() => import("./routes/api-keys"), "ApiKeysRoute"),
});

const usage = createRoute({
  getParentRoute: () => house,
  path: "/usage",
  validateSearch: ({ chart }: Record<string, unknown>): { chart?: string } =>
    typeof chart === "string" ? { chart } : {},
  component: lazyRouteComponent(() => import("./routes/usage"), "UsageRoute"),
});

const settings = createRoute({
  getParentRoute: () => house,
  path: "/settings",
  component: lazyRouteComponent(() => import("./routes/settings"), "SettingsRoute"),
});

export const routeTree = root.addChildren([
  logIn,
  signUp,
  house.addChildren([
    overview,
    memory.addChildren([oneMemory]),
    agents,
    runs,
    oneRun,
    apiKeys,
    usage,
    settings,
  ]),
]);
