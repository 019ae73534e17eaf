import { Page } from "@/components/page";
import { AgentList } from "@/features/agents/components/agent-list";

export function AgentsRoute() {
  return (
    <Page title="Agents" lead="Instructions, a model and tools, kept in versions.">
      <AgentList />
    </Page>
  );
}
