export function newAgentSnippet(origin: string): string {
  const agent = {
    name: "counter",
    instructions: "Answer from memory, and count in code.",
    model: { provider: "default" },
    tools: ["recall", "remember"],
    limits: { max_steps: 8, max_seconds: 120 },
  };
  return [
    `curl -sS ${origin}/v1/agents \\`,
    `  -H "Authorization: Bearer $ENFILADE_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(agent)}'`,
  ].join("\n");
}
