/** Whether two values of a request mean the same, as far as two spellings of them can be told apart. */
import { isMembers } from "../contract/members.ts";
import { parseTimestamp } from "../time/timestamp.ts";

/** `unclear`: they are written in ways that cannot be compared. */
export type Comparison = "same" | "unclear" | "different";

const ALIASES: Readonly<Record<string, string>> = { ascdsc: "ascdesc", repetitionend: "repeatend" };

/** One name for the spellings that the interface and the field have for a member. */
export function canonicalField(name: string): string {
  const plain = name.replaceAll("_", "").toLowerCase();
  return ALIASES[plain] ?? plain;
}

/** What a service that rounds to single precision may change; a hundredth of a millimetre on the ground is nothing. */
const TOLERANCE = 1e-6;

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
};

const isNear = (left: number, right: number): boolean =>
  Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(left), Math.abs(right));

/** Moments are one when they are the same to the second, which is as far as some services keep them. */
function compareTimes(left: string, right: string): Comparison | undefined {
  const [a, b] = [parseTimestamp(left), parseTimestamp(right)];
  if (!a.ok || !b.ok) return undefined;
  return Math.abs(a.ms - b.ms) < 1000 ? "same" : "different";
}

export function isSameValue(sent: unknown, found: unknown): Comparison {
  const [left, right] = [numberOf(sent), numberOf(found)];
  if (left !== undefined && right !== undefined) return isNear(left, right) ? "same" : "different";
  if (typeof sent === "string" && typeof found === "string")
    return compareTimes(sent, found) ?? (sent === found ? "same" : "different");
  if (typeof sent === "boolean" && typeof found === "boolean") return sent === found ? "same" : "different";
  if (Array.isArray(sent) && Array.isArray(found)) return compareLists(sent, found);
  if (isMembers(sent) && isMembers(found)) return compareMembers(sent, found);
  return "unclear";
}

/** Lists of words are sets to which a service may add its own (required product types); others are compared in order. */
function compareLists(sent: readonly unknown[], found: readonly unknown[]): Comparison {
  if (sent.length > 0 && sent.every((element) => typeof element === "string"))
    return sent.every((element) => found.includes(element)) ? "same" : "different";
  if (sent.length !== found.length) return "different";
  return worst(sent.map((element, index) => isSameValue(element, found[index])));
}

function compareMembers(
  sent: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>>,
): Comparison {
  return worst(
    Object.entries(sent)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => (found[name] === undefined ? "unclear" : isSameValue(value, found[name]))),
  );
}

const worst = (all: readonly Comparison[]): Comparison =>
  all.find((one) => one === "different") ?? all.find((one) => one === "unclear") ?? "same";
