/** Where `preApproval` and the custom attributes stand on a single task: the interface's samples disagree. */
import { membersOf } from "../../contract/members.ts";

const PLACED = ["preApproval", "customAttribute1", "customAttribute2"] as const;

export type Placement = "both" | "root" | "properties";

/** A copy with each given value where the dialect wants it; two different values stay, to be refused. */
export function placeFields(
  body: Readonly<Record<string, unknown>>,
  placement: Placement,
): Record<string, unknown> {
  const root: Record<string, unknown> = { ...body };
  const properties: Record<string, unknown> = { ...membersOf(body["properties"]) };
  for (const name of PLACED) {
    const [outside, inside] = [root[name], properties[name]];
    if (outside === undefined && inside === undefined) continue;
    if (outside !== undefined && inside !== undefined && outside !== inside) continue;
    const value = outside ?? inside;
    delete root[name];
    delete properties[name];
    if (placement !== "properties") root[name] = value;
    if (placement !== "root") properties[name] = value;
  }
  return body["properties"] === undefined && Object.keys(properties).length === 0
    ? root
    : { ...root, properties };
}
