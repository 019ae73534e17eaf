import { AsyncView } from "@/components/async-view";
import { RelativeTime } from "@/components/relative-time";

import { useVersions } from "../api/list-versions";

interface VersionListProps {
  memoryId: string;
}

export function VersionList({ memoryId }: VersionListProps) {
  const versions = useVersions(memoryId);
  return (
    <AsyncView what="the versions" result={versions} lines={1}>
      {({ items }) => (
        <ol className="flex flex-col gap-3">
          {items.map((version) => (
            <li key={version.version} className="border-line flex flex-col gap-1 border-l-2 pl-3">
              <p className="text-12 text-ink-2">
                Version {version.version} · <RelativeTime at={version.created_at} />
              </p>
              <p dir="auto" className="text-13 break-words whitespace-pre-wrap">
                {version.content}
              </p>
            </li>
          ))}
        </ol>
      )}
    </AsyncView>
  );
}
