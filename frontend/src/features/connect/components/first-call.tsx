import { Link } from "@tanstack/react-router";

import { CodeBlock } from "@/components/code-block";
import { Section } from "@/components/section";

import { curlSnippet, mcpSnippet } from "../snippets";

export function FirstCall() {
  const { origin } = window.location;
  return (
    <Section title="Connect an agent">
      <p className="text-ink-2">
        Both need a key: put it into <code className="figures">ENFILADE_API_KEY</code>.{" "}
        <Link to="/api-keys" className="text-accent underline">
          Make an API key
        </Link>
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <CodeBlock title="Remember and recall with curl" text={curlSnippet(origin)} />
        <CodeBlock title="MCP client configuration" text={mcpSnippet(origin)} />
      </div>
    </Section>
  );
}
