import { expect, test } from "vitest";

import { pythonTokens } from "./python-tokens";

test("keywords, texts, numbers and comments are told apart", () => {
  const tokens = pythonTokens('for n in range(10):  # ten\n    print("in #1")');

  const coloured = tokens.filter(({ kind }) => kind !== "plain");

  expect(coloured).toEqual([
    { text: "for", kind: "word" },
    { text: "in", kind: "word" },
    { text: "10", kind: "number" },
    { text: "# ten", kind: "comment" },
    { text: '"in #1"', kind: "text" },
  ]);
});

test.each([
  'x = """open',
  "information = format_of(n1)",
  "'it\\'s' # 'fine'",
  "",
  "f'{a}' + rb\"b\"",
])("the tokens of %j joined are the code, letter for letter", (code) => {
  const joined = pythonTokens(code).map(({ text }) => text);

  expect(joined.join("")).toBe(code);
});
