import type { ReactNode } from "react";

import { Logo } from "@/components/logo";

interface DoorProps {
  title: string;
  children: ReactNode;
}

/** The page before the house: what this is in one sentence, and the form. */
export function Door({ title, children }: DoorProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col justify-center gap-6 px-4 py-10">
      <title>{`${title} · Enfilade`}</title>
      <header className="flex flex-col gap-3">
        <Logo />
        <p className="text-ink-2">
          A memory palace for agents: what they are told is kept word for word, found again in
          milliseconds, and each operation is a line you can read on the bill.
        </p>
      </header>
      <div className="card flex flex-col gap-4 p-6">
        <h1 className="text-20 font-strong">{title}</h1>
        {children}
      </div>
    </main>
  );
}
