const NAMES: Record<string, string> = {
  "memory.write": "Memories written",
  "memory.recall": "Recalls",
  "agent.step": "Agent steps",
  "sandbox.second": "Sandbox seconds",
};

/** Plain words for a meter; a meter this page does not know keeps its own name. */
export function meterName(meter: string): string {
  return NAMES[meter] ?? meter;
}
