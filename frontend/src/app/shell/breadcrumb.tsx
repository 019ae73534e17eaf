import { Link, useLocation } from "@tanstack/react-router";

import { crumbsFor } from "./crumbs";

interface BreadcrumbProps {
  tenant: string;
}

export function Breadcrumb({ tenant }: BreadcrumbProps) {
  const { pathname, search } = useLocation();
  const crumbs = crumbsFor(tenant, pathname, search);
  return (
    <nav aria-label="Where you are" className="min-w-0 flex-1">
      {/* Says where one has come to; the page itself changes in silence. */}
      <p className="sr-only" aria-live="polite">
        {crumbs.at(-1)?.name}
      </p>
      <ol className="text-13 flex min-w-0 items-center gap-1">
        {crumbs.map(({ name, to, search: place }, depth) => {
          const isLast = depth === crumbs.length - 1;
          return (
            <li
              key={`${depth}-${name}`}
              className="flex min-w-0 items-center gap-1 max-md:not-last:hidden"
            >
              {depth > 0 && (
                <span aria-hidden="true" className="text-ink-2 max-md:hidden">
                  ▸
                </span>
              )}
              <Link
                to={to}
                search={place ?? {}}
                dir="auto"
                aria-current={isLast ? "page" : undefined}
                className={`max-w-[220px] truncate hover:underline ${isLast ? "font-strong" : "text-ink-2"}`}
              >
                {name}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
