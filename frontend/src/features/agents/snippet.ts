import type { NewAgent } from "@/api/contract";

/** An agent to begin with: the instance's own model, which needs no key of the tenant's. */
export const FIRST_AGENT: NewAgent = {
  name: "archivist",
  instructions: "Answer from memory alone, name the dates, and count in Python.",
  tools: ["recall", "remember"],
};

export function newAgentSnippet(origin: string): string {
  const fields = Object.entries(FIRST_AGENT).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return [
    `curl -sS ${origin}/v1/agents \\`,
    `  -H "Authorization: Bearer $ENFILADE_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{\n${fields.join(",\n")}\n  }'`,
  ].join("\n");
}
