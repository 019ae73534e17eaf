import { formatLedgerDay } from "@/lib/times";

import type { DayBar } from "../days";

interface DaysChartProps {
  label: string;
  bars: DayBar[];
  format: (value: number) => string;
}

const HEIGHT = 120;

/** Bars from zero, one per day; the same figures are in the table that screen readers get. */
export function DaysChart({ label, bars, format }: DaysChartProps) {
  const top = Math.max(...bars.map((bar) => bar.value));
  const width = 100 / bars.length;
  const first = bars[0];
  const last = bars.at(-1);
  return (
    <figure className="card flex flex-col gap-2 p-4">
      <figcaption className="text-12 text-ink-2 flex justify-between">
        <span>{label} per day</span>
        <span className="figures">highest {format(top)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-[120px] w-full"
        aria-hidden="true"
      >
        <line
          x1="0"
          x2="100"
          y1={HEIGHT}
          y2={HEIGHT}
          stroke="var(--edge)"
          vectorEffect="non-scaling-stroke"
        />
        {bars.map(({ day, value }, place) => {
          const height = top === 0 ? 0 : (value / top) * (HEIGHT - 4);
          return (
            <g key={day}>
              <title>{`${formatLedgerDay(day)}: ${format(value)}`}</title>
              <rect x={place * width} y={0} width={width} height={HEIGHT} fill="transparent" />
              <rect
                x={place * width + width * 0.12}
                y={HEIGHT - height}
                width={width * 0.76}
                height={height}
                fill="var(--accent)"
              />
            </g>
          );
        })}
      </svg>
      <div className="text-12 text-ink-2 flex justify-between" aria-hidden="true">
        <span>{first === undefined ? "" : formatLedgerDay(first.day)}</span>
        <span>{last === undefined || last === first ? "" : formatLedgerDay(last.day)}</span>
      </div>
      <table className="sr-only">
        <caption>{label} per day</caption>
        <tbody>
          {bars.map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">{formatLedgerDay(day)}</th>
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
