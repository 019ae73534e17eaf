/** Texts to paste into a terminal and into an MCP client, for the server the page came from. */

export function curlSnippet(origin: string): string {
  return [
    `curl -sS ${origin}/v1/memories \\`,
    `  -H "Authorization: Bearer $ENFILADE_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"content": "Lina: I move to Berlin in March."}'`,
    ``,
    `curl -sS ${origin}/v1/recall \\`,
    `  -H "Authorization: Bearer $ENFILADE_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"query": "where is Lina moving?"}'`,
  ].join("\n");
}

export function mcpSnippet(origin: string): string {
  const config = {
    mcpServers: {
      enfilade: {
        type: "http",
        url: `${origin}/mcp`,
        headers: { Authorization: "Bearer ${ENFILADE_API_KEY}" },
      },
    },
  };
  return JSON.stringify(config, null, 2);
}
