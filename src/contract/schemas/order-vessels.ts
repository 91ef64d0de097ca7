import { isMembers } from "../members.ts";
import { type Finding } from "./rule.ts";

/**
 * A VS item needs the GEO item it is derived from in the same order. Provable here: a generated GEO of the same collect.
 */
// Spec silent: what proves that an archive item is a VS item's GEO source. We refuse only an order with no archive item at
// all that could be it; the commands warn about the rest, and the service knows.
export function* vesselFindings(items: readonly unknown[]): Generator<Finding> {
  if (items.some((item) => isMembers(item) && item["granuleId"] !== undefined)) return;
  const covered = new Set(collectsOf(items, "GEO").map(({ collectId }) => collectId));
  for (const { index, collectId } of collectsOf(items, "VS")) {
    if (covered.has(collectId)) continue;
    yield {
      code: "VS_WITHOUT_GEO",
      path: [index],
      message: `VS of collect ${collectId} has no GEO item of that collect in the order`,
      rule: "a VS item must be accompanied by the GEO item it is derived from",
    };
  }
}

function collectsOf(items: readonly unknown[], productType: string): { index: number; collectId: string }[] {
  return items.flatMap((item, index) => {
    if (!isMembers(item) || item["productType"] !== productType || !Array.isArray(item["collectIds"]))
      return [];
    return item["collectIds"]
      .filter((id) => typeof id === "string")
      .map((collectId: string) => ({ index, collectId }));
  });
}
