export interface Token {
  text: string;
  kind: "plain" | "word" | "text" | "number" | "comment";
}

const KEYWORDS =
  "and as assert async await break class continue def del elif else except False finally for from " +
  "global if import in is lambda None nonlocal not or pass raise return True try while with yield";

const TOKEN = new RegExp(
  [
    /(?<comment>#[^\n]*)/,
    /(?<text>[rbfu]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))/,
    /(?<number>\b\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?\b)/,
    new RegExp(`(?<word>\\b(?:${KEYWORDS.replaceAll(" ", "|")})\\b)`),
  ]
    .map((part) => part.source)
    .join("|"),
  "gi",
);

const KINDS = ["comment", "text", "number", "word"] as const;

/** Splits Python into coloured pieces; joined again they are the code, letter for letter. */
export function pythonTokens(code: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKEN)) {
    if (match.index > end) tokens.push({ text: code.slice(end, match.index), kind: "plain" });
    const kind = KINDS.find((name) => match.groups?.[name] !== undefined) ?? "plain";
    tokens.push({ text: match[0], kind });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ text: code.slice(end), kind: "plain" });
  return tokens;
}
