import type { ReactNode } from "react";

interface OutputProps {
  children: ReactNode;
}

/** Fixed-width text that scrolls inside its own frame. */
export function Output({ children }: OutputProps) {
  return (
    <pre
      tabIndex={0}
      className="bg-paper border-line text-12 max-h-[320px] overflow-auto rounded-md border p-3 font-mono leading-5"
    >
      {children}
    </pre>
  );
}
