import { useEffect, useState } from "react";

import { Button } from "@/components/button";
import { Icon } from "@/components/icon";

import { Breadcrumb } from "./breadcrumb";
import { Palette } from "./palette";
import { ThemeToggle } from "./theme-toggle";

interface TopLineProps {
  tenant: string;
}

export function TopLine({ tenant }: TopLineProps) {
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setIsPaletteOpen((open) => !open);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  return (
    <header className="bg-paper border-line sticky top-0 z-20 flex h-12 items-center gap-2 border-b px-4">
      <Breadcrumb tenant={tenant} />
      <Button
        size="small"
        look="quiet"
        title="Go to (⌘K or Ctrl K)"
        onClick={() => setIsPaletteOpen(true)}
      >
        <Icon name="search" />
        <span className="max-md:sr-only">Go to</span>
        <kbd className="text-12 max-md:hidden">⌘K</kbd>
      </Button>
      <ThemeToggle />
      <Palette isOpen={isPaletteOpen} onOpenChange={setIsPaletteOpen} />
    </header>
  );
}
