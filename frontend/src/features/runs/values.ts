/** A value as one reads it: text as it is, everything else as indented JSON. */
export function showValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

export function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}
