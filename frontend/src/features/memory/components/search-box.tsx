import { useEffect, useRef, useState } from "react";
import type { SubmitEvent } from "react";

import { Button } from "@/components/button";
import { Icon } from "@/components/icon";
import { isTyping } from "@/lib/typing";

interface SearchBoxProps {
  query: string;
  onAsk: (query: string) => void;
}

export function SearchBox({ query, onAsk }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState({ query, text: query });
  // The address decides: a question that came by Back or a link replaces what was typed.
  if (draft.query !== query) setDraft({ query, text: query });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.metaKey || event.ctrlKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onAsk(draft.text.trim());
  };
  return (
    <form role="search" onSubmit={submit} className="flex gap-2">
      <div className="relative min-w-0 flex-1">
        <Icon
          name="search"
          className="text-ink-2 pointer-events-none absolute top-[10px] left-3 size-4"
        />
        <input
          ref={input}
          type="search"
          name="q"
          dir="auto"
          aria-label="Ask memory"
          aria-keyshortcuts="/"
          placeholder="Ask memory: where did Lina say she would move?"
          value={draft.text}
          onChange={(event) => setDraft({ query, text: event.target.value })}
          maxLength={2000}
          className="control pl-9"
        />
      </div>
      <Button type="submit" look="main">
        Recall
      </Button>
    </form>
  );
}
