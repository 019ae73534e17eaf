import { expect, test } from "vitest";

import { readNext } from "./next-page";

test.each([
  "https://elsewhere.example",
  "//elsewhere.example",
  "/\\elsewhere.example",
  "javascript:alert(1)",
  7,
])("log-in never leads to %j", (next) => {
  expect(readNext({ next })).toEqual({});
});

test("log-in leads back to the page one wanted", () => {
  expect(readNext({ next: "/memory?q=cat" })).toEqual({ next: "/memory?q=cat" });
});
