import { AsyncView } from "@/components/async-view";
import { Empty } from "@/components/empty";
import { LoadMore } from "@/components/load-more";
import { Table } from "@/components/table";
import { flatten } from "@/lib/pages";

import { useApiKeys } from "../api/list-api-keys";

import { KeyRow } from "./key-row";

const COLUMNS = ["Name", "Key", "Permissions", "Last used", "Expires", "State"];

export function KeyList() {
  const keys = useApiKeys();
  return (
    <AsyncView
      what="API keys"
      result={keys}
      isEmpty={(data) => flatten(data).length === 0}
      empty={
        <Empty title="No API keys yet">
          A key lets an agent or a script use your memory. Make one with the button above, then
          paste the first call from the overview.
        </Empty>
      }
    >
      {(data) => (
        <>
          <Table
            caption="API keys"
            columns={COLUMNS.map((name) =>
              name === "State" ? { name, align: "right" } : { name },
            )}
          >
            {flatten(data).map((apiKey) => (
              <KeyRow key={apiKey.id} apiKey={apiKey} />
            ))}
          </Table>
          <LoadMore {...keys} shown={flatten(data).length} total={data.pages[0]?.total} />
        </>
      )}
    </AsyncView>
  );
}
