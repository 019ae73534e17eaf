import { AsyncView } from "@/components/async-view";
import { Empty } from "@/components/empty";
import { LoadMore } from "@/components/load-more";
import { RelativeTime } from "@/components/relative-time";
import { Table } from "@/components/table";
import { formatCount } from "@/lib/counts";
import { formatUsd } from "@/lib/money";
import { flatten } from "@/lib/pages";

import { useLedgerRows } from "../api/list-ledger-rows";

const COLUMNS = [
  { name: "When" },
  { name: "Meter" },
  { name: "Who" },
  { name: "Quantity", align: "right" as const },
  { name: "List price", align: "right" as const },
  { name: "Cost", align: "right" as const },
  { name: "Request" },
];

export function LedgerTable() {
  const rows = useLedgerRows();
  return (
    <AsyncView
      what="the ledger"
      result={rows}
      isEmpty={(data) => flatten(data).length === 0}
      empty={
        <Empty title="No rows yet">
          Each memory written, recall, agent step and sandbox second becomes one row here.
        </Empty>
      }
    >
      {(data) => (
        <>
          <Table caption="Ledger rows" columns={COLUMNS}>
            {flatten(data).map((row) => (
              <tr key={row.id}>
                <td>
                  <RelativeTime at={row.occurred_at} />
                </td>
                <td className="figures text-12 whitespace-nowrap">
                  {row.meter}
                  {row.corrects_id !== null && " (correction)"}
                </td>
                <td dir="auto" className="max-w-[180px] truncate">
                  {row.actor.name ?? `a ${row.actor.kind.replace("_", " ")}`}
                </td>
                <td className="figures text-right">{formatCount(row.quantity)}</td>
                <td className="figures text-right">{formatUsd(row.list_price_usd)}</td>
                <td className="figures text-right">{formatUsd(row.cost_usd)}</td>
                <td
                  className="figures text-12 text-ink-2 max-w-[140px] truncate"
                  title={row.request_id}
                >
                  {row.request_id}
                </td>
              </tr>
            ))}
          </Table>
          <LoadMore {...rows} shown={flatten(data).length} total={data.pages[0]?.total} />
        </>
      )}
    </AsyncView>
  );
}
