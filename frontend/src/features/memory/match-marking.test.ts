import { expect, test } from "vitest";

import { markMatches } from "./match-marking";

function marked(text: string, query: string): string[] {
  return markMatches(text, query)
    .filter((piece) => piece.isMatch)
    .map((piece) => piece.text);
}

test.each([
  [
    "I signed the lease in Berlin, moving on the 2nd.",
    "where did Lina say she would move?",
    ["moving"],
  ],
  ["Cats and a cat’s toy", "cat", ["Cats", "cat’s"]],
  ["She runs; she was running.", "run", ["runs", "running"]],
  ["Über café", "uber CAFE", ["Über", "café"]],
  ["catalogue", "cat", []],
  ["the and of", "the and of", []],
  ["a+b (x) [y]*", ".*", []],
  ["سأنتقل إلى برلين", "برلين", ["برلين"]],
])("in %j the question %j marks %j", (text, query, words) => {
  expect(marked(text, query)).toEqual(words);
});

test("the pieces joined are the text, letter for letter", () => {
  const text = "  Moving,\n moved\t— and MOVES.  ";

  const joined = markMatches(text, "move").map((piece) => piece.text);

  expect(joined.join("")).toBe(text);
});
