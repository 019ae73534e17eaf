const PATHS = {
  overview: "M3 13V6.5L8 3l5 3.5V13h-3.5V9.5h-3V13z",
  memory: "M2.5 13.5v-11h11v11M5 13.5V5h6v8.5M7 13.5v-6h2v6",
  agents: "M3.5 6h9v7h-9zM8 6V3.5M6 9v1.5M10 9v1.5M8 3.5h.01",
  runs: "M4 3v10M4 4.5h8M4 8h5.5M4 11.5h7",
  keys: "M8.8 7.2a3 3 0 1 0-2.5 2.6L7.5 8.6h1.6V10h1.6v1.6h2.3V9.8zM4.8 6h.01",
  usage: "M2.5 13.5h11M4 11V8M8 11V3.5M12 11V6",
  settings: "M2.5 5h5M11 5h2.5M2.5 11H5M8.5 11h5M7.5 3.2v3.6h3V3.2zM5 9.2v3.6h3V9.2z",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2",
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  check: "M3 8.5l3.2 3L13 4.5",
  chevron: "M6 3.5 10.5 8 6 12.5",
  info: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.3v3.5M8 5.2h.01",
  failed: "M8 2l6.2 11.5H1.8zM8 6.5v3M8 11.6h.01",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
  moon: "M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6z",
  system: "M2.5 3h11v8h-11zM6 13.5h4",
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  name: IconName;
  className?: string;
}

/** Decoration only: the words beside it carry the meaning. */
export function Icon({ name, className = "size-4" }: IconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
