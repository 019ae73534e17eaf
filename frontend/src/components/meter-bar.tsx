interface MeterBarProps {
  label: string;
  used: number;
  of: number;
}

/** How much of an allowance is used; amber from 80 %, with the figures always beside it. */
export function MeterBar({ label, used, of }: MeterBarProps) {
  const share = of <= 0 ? 1 : Math.min(1, used / of);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={Math.min(used, of)}
      aria-valuemin={0}
      aria-valuemax={of}
      className="bg-line h-2 overflow-hidden rounded-full"
    >
      <div
        className={`h-full ${share >= 0.8 ? "bg-needs-you" : "bg-accent"}`}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
