import type { ExplainLeg } from "@/api/contract";

interface ExplainTableProps {
  legs: ExplainLeg[];
}

const COLUMNS = ["Rank", "Raw", "Score", "Weight", "Contribution"];

function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : value.toFixed(3);
}

export function ExplainTable({ legs }: ExplainTableProps) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Explanation">
      <table className="text-12 [&_td]:px-3 [&_td]:py-1 [&_th]:px-3 [&_th]:py-1">
        <caption className="sr-only">How each leg contributed to the score</caption>
        <thead>
          <tr className="text-ink-2 border-b">
            <th scope="col" className="text-left font-normal">
              Leg
            </th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className="text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="figures">
          {legs.map(({ leg, rank, raw, score, weight, contribution }) => (
            <tr key={leg}>
              <th scope="row" className="flex items-center gap-2 font-sans font-normal">
                <span
                  aria-hidden="true"
                  className="size-2"
                  style={{ background: `var(--leg-${leg}, var(--ink-2))` }}
                />
                {leg}
              </th>
              <td className="text-right">{rank ?? "–"}</td>
              <td className="text-right">{figure(raw)}</td>
              <td className="text-right">{figure(score)}</td>
              <td className="text-right">{figure(weight)}</td>
              <td className="text-right font-strong">{figure(contribution)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
