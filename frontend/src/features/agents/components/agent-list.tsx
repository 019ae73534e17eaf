import { AsyncView } from "@/components/async-view";
import { CodeBlock } from "@/components/code-block";
import { Empty } from "@/components/empty";
import { LoadMore } from "@/components/load-more";
import { Table } from "@/components/table";
import { flatten } from "@/lib/pages";

import { useAgents } from "../api/list-agents";
import { newAgentSnippet } from "../snippet";

import { MakeFirstAgent } from "./make-first-agent";

const COLUMNS = [
  { name: "Name" },
  { name: "Version", align: "right" },
  { name: "Model" },
  { name: "Tools" },
] as const;

function providerName(provider: string): string {
  return provider === "default" ? "the instance’s own" : provider;
}

export function AgentList() {
  const agents = useAgents();
  const empty = (
    <div className="flex flex-col gap-4">
      <Empty title="No agents yet" action={<MakeFirstAgent />}>
        An agent is instructions, a model and tools. An archivist answers questions from memory; the
        same by API is below.
      </Empty>
      <CodeBlock title="Make an agent with curl" text={newAgentSnippet(window.location.origin)} />
    </div>
  );
  return (
    <AsyncView
      what="agents"
      result={agents}
      isEmpty={(data) => flatten(data).length === 0}
      empty={empty}
    >
      {(data) => (
        <>
          <Table caption="Agents" columns={[...COLUMNS]}>
            {flatten(data).map((agent) => (
              <tr key={agent.id}>
                <th
                  scope="row"
                  dir="auto"
                  className="max-w-[280px] truncate py-1 text-left font-strong"
                >
                  {agent.name}
                </th>
                <td className="figures text-right">{agent.version}</td>
                <td className="whitespace-nowrap">
                  <span className="text-ink-2">{providerName(agent.model.provider)}</span>{" "}
                  {agent.model.name}
                </td>
                <td className="figures text-12">{agent.tools.join(", ") || "none"}</td>
              </tr>
            ))}
          </Table>
          <LoadMore {...agents} shown={flatten(data).length} total={data.pages[0]?.total} />
        </>
      )}
    </AsyncView>
  );
}
