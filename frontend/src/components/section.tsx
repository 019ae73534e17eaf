import { useId } from "react";
import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <div className="flex min-h-7 items-center justify-between gap-4">
        <h2 id={id} className="text-16 font-strong">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
