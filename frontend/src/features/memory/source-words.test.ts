import { expect, test } from "vitest";

import { sourceWords } from "./source-words";

test.each([
  [{ source: "chat.jsonl", conversation_id: "chat-31" }, "chat.jsonl"],
  [{ source: "import:01a2", conversation_id: "chat-31" }, "chat-31"],
  [{ source: "import:01a2", conversation_id: "import:01a2" }, "import"],
  [{ source: null, conversation_id: "chat-31" }, "chat-31"],
  [{ source: null, conversation_id: null }, null],
])("%o is said as %s", (memory, words) => {
  expect(sourceWords(memory)).toBe(words);
});
