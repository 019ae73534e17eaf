import { useEffect, useId, useRef } from "react";
import type { ReactNode } from "react";

import { Button } from "./button";
import { Icon } from "./icon";

interface InspectorProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Slides over from the right without taking the page away: one can go on reading and clicking
 * beside it. Takes the focus when it opens, gives it back when it closes; Esc closes.
 */
export function Inspector({ title, onClose, children }: InspectorProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // An open dialog above takes Esc for itself.
      const isUnderDialog = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isUnderDialog) onClose();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [onClose]);
  return (
    <aside
      aria-labelledby={id}
      className="border-line bg-sheet shadow-float slide-in fixed inset-y-0 right-0 z-30 flex w-full flex-col overflow-y-auto border-l md:w-[420px]"
    >
      <header className="bg-sheet border-line sticky top-0 flex items-center justify-between border-b py-2 pr-2 pl-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="font-strong outline-none">
          {title}
        </h2>
        <Button
          size="small"
          look="quiet"
          onClick={onClose}
          aria-label={`Close ${title}`}
          title="Close (Esc)"
        >
          <Icon name="close" />
        </Button>
      </header>
      <div className="flex flex-col gap-4 p-4 pb-10">{children}</div>
    </aside>
  );
}
