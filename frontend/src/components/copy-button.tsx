import { useState } from "react";

import { Button } from "./button";
import { Icon } from "./icon";

interface CopyButtonProps {
  text: string;
  /** What is copied, for screen readers: "Copy curl command". */
  what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // Plain http on another host has no clipboard; the text can still be selected.
      setState("refused");
    }
  };
  const words = { ready: "Copy", copied: "Copied", refused: "Select the text" }[state];
  return (
    <Button size="small" look="quiet" onClick={() => void copy()} onBlur={() => setState("ready")}>
      <Icon name={state === "copied" ? "check" : "copy"} />
      <span aria-live="polite">{words}</span>
      <span className="sr-only"> {what}</span>
    </Button>
  );
}
