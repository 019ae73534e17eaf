import { expect, test } from "vitest";

import { readMemorySearch } from "./place";

test("an address is read without its empty and foreign parts", () => {
  const search = readMemorySearch({ q: "cat", wing: "", room: 7, other: "x" });

  expect(search).toEqual({ q: "cat" });
});
