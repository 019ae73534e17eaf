export interface Piece {
  text: string;
  isMatch: boolean;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu;
const SMALL_WORDS = new Set(
  (
    "a an and are as at be by did do does for from had has have he her his how i in is it its me my " +
    "of on or our she so that the their them they this to was we were what when where which who " +
    "why will with would you your"
  ).split(" "),
);

function fold(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]s?$/u, "");
}

/** A crude stem, good enough to see "moving" in an answer to "move". */
function stem(word: string): string {
  const stripped = fold(word).replace(/(?<=.{3})(?:ing|ed|es|s|e)$/, "");
  return stripped.replace(/(?<=.{2})([b-df-hj-np-tv-z])\1$/, "$1");
}

function queryStems(query: string): Set<string> {
  const words = [...query.matchAll(WORD)].map(([word]) => word);
  const telling = words.filter((word) => !SMALL_WORDS.has(fold(word)));
  return new Set(telling.map(stem));
}

/** Splits a text where words of the query occur; joined again it is the text, letter for letter. */
export function markMatches(text: string, query: string): Piece[] {
  const stems = queryStems(query);
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (!stems.has(stem(match[0]))) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isMatch: false });
    pieces.push({ text: match[0], isMatch: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false });
  return pieces;
}
