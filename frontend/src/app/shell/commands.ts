import type { IconName } from "@/components/icon";

import { DESTINATIONS } from "./destinations";

export interface Command {
  name: string;
  icon: IconName;
  to: string;
  search: Record<string, string>;
}

/** The pages whose name holds what was typed, and always the offer to ask memory. */
export function findCommands(typed: string): Command[] {
  const wanted = typed.trim().toLowerCase();
  const pages = DESTINATIONS.filter(({ name }) => name.toLowerCase().includes(wanted)).map(
    ({ name, icon, to }): Command => ({ name, icon, to, search: {} }),
  );
  if (wanted === "") return pages;
  const question = typed.trim();
  return [
    ...pages,
    { name: `Ask memory: ${question}`, icon: "search", to: "/memory", search: { q: question } },
  ];
}
