import { pythonTokens } from "../python-tokens";

interface PythonCodeProps {
  code: string;
}

const COLOURS = {
  plain: undefined,
  word: "var(--code-word)",
  text: "var(--code-text)",
  number: "var(--code-number)",
  comment: "var(--ink-2)",
} as const;

export function PythonCode({ code }: PythonCodeProps) {
  return (
    <code>
      {pythonTokens(code).map(({ text, kind }, place) => (
        <span key={place} style={{ color: COLOURS[kind] }}>
          {text}
        </span>
      ))}
    </code>
  );
}
