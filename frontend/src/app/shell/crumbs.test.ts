import { expect, test } from "vitest";

import { findCommands } from "./commands";
import { crumbsFor } from "./crumbs";

test("the way to a room names each door", () => {
  const crumbs = crumbsFor("Lina’s house", "/memory/m1", {
    palace: "home",
    wing: "lina",
    q: "cat",
  });

  expect(crumbs.map(({ name }) => name)).toEqual(["Lina’s house", "Memory", "home", "lina"]);
  expect(crumbs.at(-1)?.search).toEqual({ palace: "home", wing: "lina" });
});

test("the overview is the tenant itself", () => {
  expect(crumbsFor("Lina’s house", "/", {})).toHaveLength(1);
});

test("what is typed finds pages by part of their name, and can always be asked", () => {
  expect(findCommands("keys").map(({ name }) => name)).toEqual(["API keys", "Ask memory: keys"]);
});
