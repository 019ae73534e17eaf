import type { RecallItem } from "@/api/contract";

/** The order of the data colours, the same in each chart. */
export const LEGS = ["lexical", "dense", "graph", "time", "author"] as const;
export type Leg = (typeof LEGS)[number];

export interface LegPart {
  leg: Leg;
  /** Per cent of the bar's full width. */
  width: number;
}

function isLeg(name: string): name is Leg {
  return LEGS.some((leg) => leg === name);
}

function amounts(item: Pick<RecallItem, "explain" | "signals">): Map<Leg, number> {
  const told = item.explain?.length
    ? item.explain.map(({ leg, contribution }) => [leg, contribution] as const)
    : Object.entries(item.signals);
  return told.reduce((sums, [leg, amount]) => {
    if (isLeg(leg) && typeof amount === "number" && amount > 0) {
      sums.set(leg, (sums.get(leg) ?? 0) + amount);
    }
    return sums;
  }, new Map<Leg, number>());
}

/**
 * The stacked bar of one result: as long as its score against the best one, divided as the legs
 * contributed. Without an explanation the raw signals divide it.
 */
export function legParts(
  item: Pick<RecallItem, "explain" | "signals" | "score">,
  topScore: number,
): LegPart[] {
  const byLeg = amounts(item);
  const sum = [...byLeg.values()].reduce((total, amount) => total + amount, 0);
  const length = topScore <= 0 ? 0 : Math.min(1, Math.max(0, item.score / topScore)) * 100;
  return LEGS.filter((leg) => byLeg.has(leg)).map((leg) => ({
    leg,
    width: ((byLeg.get(leg) ?? 0) / sum) * length,
  }));
}
