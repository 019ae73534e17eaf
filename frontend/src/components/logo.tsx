/** Doorways in one line, seen from the first. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-16 font-strong tracking-tight">
      <svg viewBox="0 0 24 24" className="size-6 text-accent" aria-hidden="true">
        <path
          d="M2.5 21.5v-19h19v19M7 21.5V7h10v14.5M10.5 21.5V11h3v10.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
        />
      </svg>
      Enfilade
    </span>
  );
}
