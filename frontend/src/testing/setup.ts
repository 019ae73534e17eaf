import "@testing-library/jest-dom/vitest";

import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

import { FakeEventSource } from "./fake-event-source";

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 4_000 });

beforeEach(() => {
  // The parts of a browser that jsdom leaves out.
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("EventSource", FakeEventSource);
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  FakeEventSource.opened = [];
});
