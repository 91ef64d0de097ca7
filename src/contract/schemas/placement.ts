import { membersOf } from "../members.ts";
import { type Finding } from "./rule.ts";

const PLACED_TWICE = ["preApproval", "customAttribute1", "customAttribute2"] as const;

/** A value that stands both beside and inside `properties` must be the same in both places. */
export function* placementFindings(body: Readonly<Record<string, unknown>>): Generator<Finding> {
  const properties = membersOf(body["properties"]);
  for (const name of PLACED_TWICE) {
    const [outside, inside] = [body[name], properties[name]];
    if (outside === undefined || inside === undefined || outside === inside) continue;
    yield {
      code: "PLACEMENT_CONFLICT",
      path: [name],
      says: `differs from properties.${name} ${JSON.stringify(inside)}`,
      rule: `${name} must have one value, wherever it stands`,
    };
  }
}
