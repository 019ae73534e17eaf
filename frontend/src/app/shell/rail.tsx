import { Link } from "@tanstack/react-router";

import { Icon } from "@/components/icon";
import { Logo } from "@/components/logo";

import { DESTINATIONS } from "./destinations";

/** 208 px with words, icons only on a narrow window; on a phone the bottom bar stands in. */
export function Rail() {
  return (
    <nav
      aria-label="Pages"
      className="border-line sticky top-0 hidden h-dvh w-14 shrink-0 flex-col gap-4 border-r p-2 md:flex lg:w-[208px] lg:p-3"
    >
      <Link
        to="/"
        aria-label="Enfilade, overview"
        className="flex h-9 items-center overflow-hidden px-2"
      >
        <Logo />
      </Link>
      <ul className="flex flex-col gap-1">
        {DESTINATIONS.map(({ to, name, icon }) => (
          <li key={to}>
            <Link
              to={to}
              title={name}
              activeOptions={{ exact: to === "/", includeSearch: false }}
              activeProps={{ className: "bg-accent-soft text-ink font-strong" }}
              inactiveProps={{ className: "text-ink-2" }}
              className="hover:bg-hover flex h-9 items-center gap-3 rounded-md px-3"
            >
              <Icon name={icon} />
              <span className="max-lg:sr-only">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
