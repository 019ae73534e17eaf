import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { RouterHistory } from "@tanstack/react-router";
import { useState } from "react";

import { createApp } from "./create-app";

interface AppProps {
  /** Where addresses are kept; the browser's own unless a test brings another. */
  history?: RouterHistory;
}

export function App({ history }: AppProps) {
  const [{ queryClient, router }] = useState(() => createApp(history));
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
