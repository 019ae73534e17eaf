import { expect, test } from "vitest";

import { problemWith, readNewKey } from "./new-key";

function form(entries: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

test("no palace ticked means all, zero days means no end", () => {
  const key = readNewKey(
    form([
      ["name", " bot "],
      ["permissions", "memory.read"],
      ["days", "0"],
    ]),
    0,
  );

  expect(key).toEqual({
    name: "bot",
    permissions: ["memory.read"],
    palaces: null,
    expires_at: null,
  });
});

test("the expiry counts from now", () => {
  const key = readNewKey(
    form([
      ["name", "bot"],
      ["days", "30"],
      ["palaces", "p1"],
    ]),
    0,
  );

  expect(key).toMatchObject({ palaces: ["p1"], expires_at: "1970-01-31T00:00:00.000Z" });
});

test("a key without a name or a permission is not sent", () => {
  expect(problemWith({ name: "", permissions: ["memory.read"] })).toMatch("name");
  expect(problemWith({ name: "bot", permissions: [] })).toMatch("permission");
});
