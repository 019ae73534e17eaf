import { DESTINATIONS } from "./destinations";

export interface Crumb {
  name: string;
  to: string;
  search?: Record<string, string>;
}

/** The way from the tenant to where one stands, read off the address. */
export function crumbsFor(
  tenant: string,
  pathname: string,
  search: Record<string, string | undefined>,
): Crumb[] {
  const first: Crumb = { name: tenant, to: "/" };
  const page = DESTINATIONS.find(
    ({ to }) => to !== "/" && (pathname === to || pathname.startsWith(`${to}/`)),
  );
  if (page === undefined) return [first];
  const crumbs = [first, { name: page.name, to: page.to }];
  if (page.to !== "/memory") return crumbs;
  const { palace, wing, room } = search;
  const place: Record<string, string> = {};
  for (const [level, name] of Object.entries({ palace, wing, room })) {
    if (name === undefined) continue;
    place[level] = name;
    crumbs.push({ name, to: "/memory", search: { ...place } });
  }
  return crumbs;
}
