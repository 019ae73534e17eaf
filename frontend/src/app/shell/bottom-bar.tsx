import { Link } from "@tanstack/react-router";

import { Icon } from "@/components/icon";

import { PHONE_BAR } from "./destinations";
import { MoreMenu } from "./more-menu";

const CELL = "flex h-14 w-full flex-col items-center justify-center gap-1 text-12";

export function BottomBar() {
  return (
    <nav
      aria-label="Pages"
      className="border-line bg-sheet fixed inset-x-0 bottom-0 z-20 border-t pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-5">
        {PHONE_BAR.map(({ to, name, icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: to === "/", includeSearch: false }}
              activeProps={{ className: "text-accent font-strong" }}
              inactiveProps={{ className: "text-ink-2" }}
              className={CELL}
            >
              <Icon name={icon} className="size-5" />
              {name}
            </Link>
          </li>
        ))}
        <li>
          <MoreMenu className={CELL} />
        </li>
      </ul>
    </nav>
  );
}
