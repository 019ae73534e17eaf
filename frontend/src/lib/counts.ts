/** 30000 → "30,000"; fractions keep at most three places. */
export function formatCount(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}

/** "1 result", "12 results". */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}
