import type { Run } from "@/api/contract";
import { Icon } from "@/components/icon";

interface RunErrorProps {
  error: NonNullable<Run["error"]>;
}

export function RunError({ error }: RunErrorProps) {
  return (
    <div className="border-failed flex min-w-0 gap-2 border-l-2 py-1 pl-3">
      <Icon name="failed" className="text-failed mt-[3px] size-4" />
      <div className="min-w-0">
        <p className="text-13 break-words whitespace-pre-wrap">{error.message}</p>
        <p className="figures text-12 text-ink-2">{error.code}</p>
      </div>
    </div>
  );
}
