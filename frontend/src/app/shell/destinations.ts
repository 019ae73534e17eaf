/** The rooms of the house, in the order of the rail. */
export const DESTINATIONS = [
  { to: "/", name: "Overview", icon: "overview" },
  { to: "/memory", name: "Memory", icon: "memory" },
  { to: "/agents", name: "Agents", icon: "agents" },
  { to: "/runs", name: "Runs", icon: "runs" },
  { to: "/api-keys", name: "API keys", icon: "keys" },
  { to: "/usage", name: "Usage", icon: "usage" },
  { to: "/settings", name: "Settings", icon: "settings" },
] as const;

const ON_PHONE = new Set<string>(["/", "/memory", "/runs", "/usage"]);

/** A phone's bar holds five: four rooms and the door to the others. */
export const PHONE_BAR = DESTINATIONS.filter(({ to }) => ON_PHONE.has(to));
export const PHONE_MORE = DESTINATIONS.filter(({ to }) => !ON_PHONE.has(to));
