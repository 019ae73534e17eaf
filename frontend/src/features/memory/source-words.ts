import type { Memory } from "@/api/contract";

const IMPORT = "import:";

/** Where a memory comes from, for people: a conversation says more than the number of an import. */
export function sourceWords({
  source,
  conversation_id: conversation,
}: Pick<Memory, "source" | "conversation_id">): string | null {
  if (source !== null && !source.startsWith(IMPORT)) return source;
  if (conversation !== null && !conversation.startsWith(IMPORT)) return conversation;
  return source === null && conversation === null ? null : "import";
}
