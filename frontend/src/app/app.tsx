import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useState } from "react";

import { createQueryClient } from "./query-client";
import { createAppRouter } from "./router";

function createApp() {
  const queryClient = createQueryClient(() => void router.navigate({ to: "/log-in", search: here() }));
  const router = createAppRouter(queryClient);
  const here = () => {
    const { pathname, href } = router.state.location;
    return pathname === "/log-in" || pathname === "/sign-up" ? {} : { next: href };
  };
  return { queryClient, router };
}

export function App() {
  const [{ queryClient, router }] = useState(createApp);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
