import type { ReactNode } from "react";

interface TableProps {
  /** Names the table for screen readers. */
  caption: string;
  columns: { name: string; align?: "right" }[];
  children: ReactNode;
}

/** Rows of 32 px under a head that stays; scrolls sideways inside itself, never the page. */
export function Table({ caption, columns, children }: TableProps) {
  return (
    <div role="region" aria-label={caption} tabIndex={0} className="card relative overflow-x-auto">
      <table className="text-13 w-full border-collapse [&_td]:h-8 [&_td]:px-3 [&_th]:px-3 [&_tr]:border-line [&_tbody_tr:not(:last-child)]:border-b">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b">
            {columns.map(({ name, align }) => (
              <th
                key={name}
                scope="col"
                className={`text-ink-2 h-8 font-normal whitespace-nowrap ${align === "right" ? "text-right" : "text-left"}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
