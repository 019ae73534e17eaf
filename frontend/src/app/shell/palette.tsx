import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { KeyboardEvent } from "react";

import { Icon } from "@/components/icon";

import { findCommands } from "./commands";
import type { Command } from "./commands";

interface PaletteProps {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Type a page to go to, or a question to ask memory. */
export function Palette({ isOpen, onOpenChange }: PaletteProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const commands = findCommands(typed);
  const change = (open: boolean) => {
    onOpenChange(open);
    setTyped("");
    setChosen(0);
  };
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    change(false);
    void navigate({ to: command.to, search: command.search });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") run(commands[chosen]);
    else if (step !== undefined) setChosen((chosen + step + commands.length) % commands.length);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={change}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(0_0_0/35%)]" />
        <Dialog.Popup className="card shadow-float fixed top-[12dvh] left-1/2 z-50 w-[min(520px,calc(100vw-32px))] -translate-x-1/2 p-2">
          <Dialog.Title className="sr-only">Go to</Dialog.Title>
          <input
            role="combobox"
            aria-label="Go to a page or ask memory"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={`palette-${chosen}`}
            placeholder="Go to a page, or ask memory"
            className="control border-transparent outline-none"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(0);
            }}
            onKeyDown={press}
          />
          <div id="palette-list" role="listbox" aria-label="Commands" className="pt-2">
            {commands.map((command, place) => (
              // The keyboard stays in the box above and steers by aria-activedescendant.
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={command.name}
                id={`palette-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === chosen}
                onClick={() => run(command)}
                onPointerMove={() => setChosen(place)}
                className={`flex h-9 cursor-pointer items-center gap-3 rounded-md px-3 ${place === chosen ? "bg-accent-soft" : ""}`}
              >
                <Icon name={command.icon} className="text-ink-2 size-4" />
                <span className="truncate">{command.name}</span>
              </div>
            ))}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
