import { isMembers, membersOf } from "../../contract/members.ts";

const DAY_SECONDS = 86_400;

/** A body whose `localTime` is nested as some clients nest it, with the plain form in its place. */
// Spec silent: lists of ranges. We read a list of one range as that range, and one that joins to a single range over
// midnight, as `night` is written there; any other is refused for what it is.
export function withFlatLocalTime(body: unknown): unknown {
  if (!isMembers(body)) return body;
  const properties = membersOf(body["properties"]);
  const constraints = membersOf(properties["collectConstraints"]);
  const flat = flatRange(constraints["localTime"]);
  if (flat === undefined) return body;
  return {
    ...body,
    properties: { ...properties, collectConstraints: { ...constraints, localTime: flat } },
  };
}

function flatRange(localTime: unknown): unknown {
  if (!Array.isArray(localTime) || !localTime.every((range) => Array.isArray(range))) return undefined;
  const [one, other, ...more] = localTime as unknown[][];
  if (one === undefined || more.length > 0) return undefined;
  if (other === undefined) return one;
  const [early, late] = Number(one[0]) <= Number(other[0]) ? [one, other] : [other, one];
  const joinsAtMidnight = early[0] === 0 && late[1] === DAY_SECONDS && one.length === 2 && other.length === 2;
  return joinsAtMidnight ? [late[0], early[1]] : undefined;
}
