/**
 * Reads pre-approvals: of a body that is sent, and of a record of the service. A pre-approved request costs money without a review.
 * A name counts by its letters alone, because a service may ignore case and marks, or normalise its characters.
 */
import { isJsonObject, tryParseJson } from "./json-object.ts";
import { lettersOf } from "./read-amounts.ts";

/** Deeper values are not looked at: the body may contain anything. */
const DEEPEST = 60;

/** Names of a body: `properties.preApproval`, `isPreApproved`, `auto_approve`, `skipReview`. */
const APPROVING = /approv|skip\w*review/;

/** Names of members whose value is a name: those of a list of pairs, and of a JSON patch. */
const NAMES_OF_MEMBERS: ReadonlySet<string> = new Set([
  "name",
  "path",
  "key",
  "field",
  "property",
  "op",
  "member",
]);

/**
 * Returns whether a body may skip the cost review: a field at any depth, also of a JSON text in it, is named like an approval and
 * has another value than false or null. A text that is not JSON may do anything. A request wrongly treated as spending costs a
 * question; a missed one costs money.
 */
export function canApprove(body: unknown): boolean {
  return typeof body === "object" ? hasApproval(body, 0) : body !== undefined;
}

function hasApproval(value: unknown, depth: number): boolean {
  if (depth > DEEPEST) return true;
  if (typeof value === "string")
    return /^\s*[[{"]/.test(value) && hasApproval(tryParseJson(value), depth + 1);
  if (Array.isArray(value)) return value.some((element) => hasApproval(element, depth + 1));
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, field]) => {
    const letters = lettersOf(name);
    if (APPROVING.test(letters) && field !== false && field !== null && field !== undefined) return true;
    if (typeof field === "string" && NAMES_OF_MEMBERS.has(letters) && APPROVING.test(lettersOf(field)))
      return true;
    return hasApproval(field, depth + 1);
  });
}

const PRE_APPROVAL = /^(?:is|has|was)?preapprov(?:al|ed)$/;

/** Returns whether a service reports no pre-approval: its database may have numbers or texts for it. */
const isNo = (value: unknown): boolean =>
  value === false ||
  value === 0 ||
  (typeof value === "string" && /^(?:false|no|none|n|0)?$/i.test(value.trim()));

/** Objects of a record that do not describe the request itself. */
const OTHERS = /^(?:geometry|user|organi[sz]ation)$|^parent/;

/**
 * Returns whether a record is pre-approved, by a field in any place; undefined without such a field. If two fields differ, the
 * expensive one applies. Lists are of other requests.
 */
export function hasPreApproval(record: unknown, depth = 0): boolean | undefined {
  if (!isJsonObject(record) || depth > DEEPEST) return undefined;
  let isKnown = false;
  for (const [name, value] of Object.entries(record)) {
    if (value === null || value === undefined) continue;
    const letters = typeof value === "object" || /prov/i.test(name) ? lettersOf(name) : "";
    const found = PRE_APPROVAL.test(letters)
      ? !isNo(value)
      : OTHERS.test(letters)
        ? undefined
        : hasPreApproval(value, depth + 1);
    if (found === true) return true;
    isKnown ||= found === false;
  }
  return isKnown ? false : undefined;
}
