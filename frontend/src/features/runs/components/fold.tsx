import type { ReactNode } from "react";

import { Icon } from "@/components/icon";

interface FoldProps {
  title: ReactNode;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}

export function Fold({ title, isOpenAtFirst = false, children }: FoldProps) {
  return (
    <details open={isOpenAtFirst} className="group min-w-0">
      <summary className="text-13 text-ink-2 hover:text-ink flex min-h-7 list-none items-center gap-1">
        <Icon
          name="chevron"
          className="size-3 transition-transform duration-100 group-open:rotate-90"
        />
        {title}
      </summary>
      <div className="pt-1 pb-2 pl-4">{children}</div>
    </details>
  );
}
