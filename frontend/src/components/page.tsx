import type { ReactNode } from "react";

interface PageProps {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of a page: what it is, its one main action, then the content. */
export function Page({ title, lead, action, children }: PageProps) {
  return (
    <div className="mx-auto flex w-full max-w-[1080px] flex-col gap-6 px-4 py-6 md:px-10">
      <title>{`${title} · Enfilade`}</title>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-20 font-strong">{title}</h1>
          {lead !== undefined && <p className="text-ink-2 max-w-[64ch]">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
