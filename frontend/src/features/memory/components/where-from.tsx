import type { Memory } from "@/api/contract";
import { formatDay, formatExact } from "@/lib/times";

import { sourceWords } from "../source-words";

interface WhereFromProps {
  memory: Pick<
    Memory,
    | "author"
    | "writer"
    | "wing"
    | "room"
    | "occurred_at"
    | "created_at"
    | "source"
    | "conversation_id"
  >;
}

/** The one grey line under a memory: who · where · when · source. */
export function WhereFrom({ memory }: WhereFromProps) {
  const at = memory.occurred_at ?? memory.created_at;
  const who = memory.author ?? memory.writer.kind.replace("_", " ");
  const where = [memory.wing, memory.room].filter((place) => place !== null).join(" / ");
  const source = sourceWords(memory);
  return (
    <p className="text-13 text-ink-2 min-w-0 break-words">
      <bdi>{who}</bdi> ·{" "}
      {where !== "" && (
        <>
          <bdi>{where}</bdi> ·{" "}
        </>
      )}
      <time dateTime={at} title={formatExact(at)}>
        {formatDay(at)}
      </time>
      {source !== null && (
        <>
          {" "}
          · <bdi>{source}</bdi>
        </>
      )}
    </p>
  );
}
