import type { ReactNode } from "react";

interface EmptyProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Says what will be here and offers the first step. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="border-edge/50 flex flex-col items-start gap-3 rounded-md border border-dashed p-6">
      <p className="font-strong">{title}</p>
      <div className="text-ink-2 max-w-[64ch]">{children}</div>
      {action}
    </div>
  );
}
