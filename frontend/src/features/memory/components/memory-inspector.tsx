import { AsyncView } from "@/components/async-view";
import { Inspector } from "@/components/inspector";
import { Section } from "@/components/section";

import { useMemory } from "../api/get-memory";

import { ForgetMemory } from "./forget-memory";
import { MemoryFacts } from "./memory-facts";
import { VersionList } from "./version-list";

interface MemoryInspectorProps {
  memoryId: string;
  onClose: () => void;
}

export function MemoryInspector({ memoryId, onClose }: MemoryInspectorProps) {
  const memory = useMemory(memoryId);
  return (
    <Inspector title="Memory" onClose={onClose}>
      <AsyncView what="the memory" result={memory} lines={5}>
        {(data) => (
          <>
            <p dir="auto" className="text-16 break-words whitespace-pre-wrap">
              {data.content}
            </p>
            <MemoryFacts memory={data} />
            <Section title="Versions">
              <VersionList memoryId={memoryId} />
            </Section>
            <div>
              <ForgetMemory memoryId={memoryId} onForgotten={onClose} />
            </div>
          </>
        )}
      </AsyncView>
    </Inspector>
  );
}
