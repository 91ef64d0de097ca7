/**
 * Is this record what that request made? Every field that was sent is compared: names are optional and not unique, so
 * no single one proves anything.
 */
import { endpointOf, type EndpointName } from "../../contract/endpoints.ts";
import { isMembers } from "../../contract/members.ts";
import { canonicalField, isSameValue, type Comparison } from "../same-value.ts";
import { expectedDescription } from "../tasking/retask-request.ts";

/** `same`: every sent field is there, equal. `unclear`: none differs, but some cannot be compared. */
export type Likeness = "same" | "unclear" | "different";

export interface SentRequest {
  kind: EndpointName;
  /** The id in its path: what a retask copies. */
  originalId: string;
  body: unknown;
}

interface Labels {
  /** What is copied. */
  kind: "task" | "collect" | "repeat";
  /** Canonical names of the record's own name and description, under which a retask's come back. */
  name: string;
  description: string;
}

function labelsOf(kind: EndpointName): Labels | undefined {
  const { copies, record } = endpointOf(kind).journal ?? {};
  if (copies === undefined) return undefined;
  const prefix = record === "repeat" ? "repeatrequest" : "taskingrequest";
  return { kind: copies, name: `${prefix}name`, description: `${prefix}description` };
}

/** Members that carry no meaning of their own, or that the service never echoes as they were. */
const LEFT_OUT: ReadonlySet<string> = new Set(["type", "untilcanceled"]);

export function compareWithSent(sent: SentRequest, record: unknown): Likeness {
  const found = fieldsOf(record);
  const labels = labelsOf(sent.kind);
  let isUnclear = false;
  const judge = (comparison: Comparison): boolean => {
    if (comparison === "unclear") isUnclear = true;
    return comparison !== "different";
  };
  for (const [field, [value]] of fieldsOf(sent.body)) {
    if (labels !== undefined && field === "retaskrequestdescription") continue;
    const name = labels !== undefined && field === "retaskrequestname" ? labels.name : field;
    if (!judge(compareField(value, found.get(name)))) return "different";
  }
  if (labels !== undefined && !judge(compareDescription(sent, labels.kind, found.get(labels.description))))
    return "different";
  return isUnclear ? "unclear" : "same";
}

function compareField(sent: unknown, found: readonly unknown[] | undefined): Comparison {
  if (found === undefined) return "unclear";
  const all = found.map((value) => isSameValue(sent, value));
  return all.find((one) => one === "same") ?? all.find((one) => one === "unclear") ?? "different";
}

/** A retask's description ends in the id of what it copies, whatever was sent. */
function compareDescription(
  { originalId, body }: SentRequest,
  kind: "task" | "collect" | "repeat",
  found: readonly unknown[] | undefined,
): Comparison {
  const [text] = found ?? [];
  if (typeof text !== "string") return "unclear";
  const [sent] = fieldsOf(body).get("retaskrequestdescription") ?? [];
  if (typeof sent === "string")
    return text === expectedDescription(kind, originalId, sent) ? "same" : "different";
  return text.endsWith(expectedDescription(kind, originalId, undefined)) ? "same" : "different";
}

/** Envelopes whose members count as the request's own, wherever they stand. */
const ENVELOPES: ReadonlySet<string> = new Set([
  "properties",
  "repetitionproperties",
  "collectconstraints",
  "processingconfig",
]);

/** Every field by its canonical name, with each value that stands under it (the root and `properties` may differ). */
function fieldsOf(value: unknown, into = new Map<string, unknown[]>(), depth = 0): Map<string, unknown[]> {
  if (!isMembers(value) || depth > ENVELOPES.size) return into;
  for (const [key, member] of Object.entries(value)) {
    const name = canonicalField(key);
    if (member === undefined || member === null || LEFT_OUT.has(name)) continue;
    if (ENVELOPES.has(name)) fieldsOf(member, into, depth + 1);
    else into.set(name, [...(into.get(name) ?? []), member]);
  }
  return into;
}

/** What a list of candidates proves. */
export type Verdict =
  | { outcome: "found"; record: Record<string, unknown> }
  | { outcome: "absent" }
  | { outcome: "several"; count: number }
  | { outcome: "unclear"; count: number };

/** Exactly one that is the same, and none that might be, is what was sent. */
export function judgeCandidates(sent: SentRequest, candidates: readonly Record<string, unknown>[]): Verdict {
  const judged = candidates.map((record) => ({ record, likeness: compareWithSent(sent, record) }));
  const same = judged.filter(({ likeness }) => likeness === "same");
  const unclear = judged.filter(({ likeness }) => likeness === "unclear");
  const [only] = same;
  if (same.length > 1) return { outcome: "several", count: same.length };
  if (unclear.length > 0) return { outcome: "unclear", count: same.length + unclear.length };
  return only === undefined ? { outcome: "absent" } : { outcome: "found", record: only.record };
}
