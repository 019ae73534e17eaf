import type { Usage } from "@/api/contract";
import { Table } from "@/components/table";
import { formatCount } from "@/lib/counts";
import { formatUsd } from "@/lib/money";

import { meterName } from "../meter-names";

interface MetersTableProps {
  meters: Usage["meters"];
}

function orDash(value: number | null): string {
  return value === null ? "–" : formatCount(value);
}

export function MetersTable({ meters }: MetersTableProps) {
  const hasLimits = meters.some(({ included }) => included !== null);
  const columns = hasLimits ? ["Used", "Included", "Left", "Cost"] : ["Used", "Cost"];
  return (
    <Table
      caption="What each meter used and has left"
      columns={[{ name: "Meter" }, ...columns.map((name) => ({ name, align: "right" as const }))]}
    >
      {meters.map((row) => (
        <tr key={row.meter}>
          <th scope="row" className="text-left font-normal whitespace-nowrap">
            {meterName(row.meter)}{" "}
            <span className="figures text-12 text-ink-2 max-md:hidden">{row.meter}</span>
          </th>
          <td className="figures text-right">{formatCount(row.quantity)}</td>
          {hasLimits && (
            <>
              <td className="figures text-right">{orDash(row.included)}</td>
              <td className="figures text-right">{orDash(row.remaining)}</td>
            </>
          )}
          <td className="figures text-right">{formatUsd(row.cost_usd)}</td>
        </tr>
      ))}
    </Table>
  );
}
