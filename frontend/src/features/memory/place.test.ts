import { expect, test } from "vitest";

import { placeFilter, readMemorySearch } from "./place";

test("an address is read without its empty and foreign parts", () => {
  const search = readMemorySearch({ q: "cat", wing: "", room: 7, other: "x" });

  expect(search).toEqual({ q: "cat" });
});

test("a place becomes a filter in the shared grammar", () => {
  const filter = placeFilter({ palace: "home", room: "housing", q: "cat" });

  expect(JSON.parse(filter ?? "")).toEqual({
    AND: [{ palace: { eq: "home" } }, { room: { eq: "housing" } }],
  });
});

test("nowhere in particular needs no filter", () => {
  expect(placeFilter({ q: "cat" })).toBeUndefined();
});
