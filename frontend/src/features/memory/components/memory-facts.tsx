import type { ReactNode } from "react";

import type { Memory } from "@/api/contract";
import { RelativeTime } from "@/components/relative-time";
import { formatExact } from "@/lib/times";

interface MemoryFactsProps {
  memory: Memory;
}

export function MemoryFacts({ memory }: MemoryFactsProps) {
  const metadata =
    Object.keys(memory.metadata).length === 0 ? null : JSON.stringify(memory.metadata, null, 2);
  const facts: [string, ReactNode][] = [
    ["Who", memory.author],
    [
      "Where",
      [memory.palace, memory.wing, memory.room].filter((place) => place !== null).join(" / "),
    ],
    ["Happened", memory.occurred_at && formatExact(memory.occurred_at)],
    ["Written", <RelativeTime key="written" at={memory.created_at} />],
    ["Writer", memory.writer.kind.replace("_", " ")],
    ["Source", memory.source],
    [
      "Conversation",
      memory.conversation_id && `${memory.conversation_id}, turn ${memory.position ?? "?"}`,
    ],
    ["Kind", memory.kind],
    ["Index", memory.status === "indexed" ? "words and meaning" : "words; meaning follows"],
    ["Seen", memory.seen_count > 1 && `${memory.seen_count} times`],
    ["Expires", memory.expires_at && formatExact(memory.expires_at)],
    ["Metadata", metadata && <pre className="text-12 overflow-x-auto font-mono">{metadata}</pre>],
    [
      "Id",
      <code key="id" className="text-12 font-mono select-all">
        {memory.id}
      </code>,
    ],
  ];
  return (
    <dl className="text-13 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd dir="auto" className="min-w-0 break-words">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}
