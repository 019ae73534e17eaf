import { markMatches } from "../match-marking";

interface MarkedTextProps {
  text: string;
  query: string;
}

export function MarkedText({ text, query }: MarkedTextProps) {
  return markMatches(text, query).map(({ text: piece, isMatch }, place) =>
    isMatch ? <mark key={place}>{piece}</mark> : <span key={place}>{piece}</span>,
  );
}
