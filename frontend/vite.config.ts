import { fileURLToPath } from "node:url";

import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8000";

export default defineConfig({
  // Django serves the built assets under /static/ and index.html for every page.
  base: "/static/",
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) },
  },
  build: { target: "es2022" },
  server: {
    proxy: { "/v1": server, "/_allauth": server, "/mcp": server },
  },
  test: {
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      // Plain functions need no browser, and start in a fraction of the time without one.
      { extends: true, test: { name: "functions", include: ["src/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "pages",
          include: ["src/**/*.test.tsx"],
          environment: "jsdom",
          setupFiles: ["./src/testing/setup.ts"],
        },
      },
    ],
  },
});
