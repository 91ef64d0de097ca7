/**
 * Decides whether a record was created by a request. Every sent field is compared: names are optional and not unique,
 * so no single field proves anything.
 */
import { msOf } from "../../contract/body-values.ts";
import { endpointOf, type EndpointName } from "../../contract/endpoints.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import { REPEAT_NAMES, TASK_NAMES } from "../../contract/member-names.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import { canonicalJson } from "../canonical-json.ts";
import { flatLocalTime } from "./local-time.ts";
import { expectedDescription } from "./retask-request.ts";
import { parseTimestamp } from "../../time/timestamp.ts";

export interface SentRequest {
  kind: EndpointName;
  /** The id in its path: the original of a retask. */
  originalId: string;
  body: unknown;
}

interface Labels {
  /** The kind of the original. */
  kind: "task" | "collect" | "repeat";
  /** Canonical names of the record's own name and description, under which those of a retask are returned. */
  name: string;
  description: string;
}

function labelsOf(kind: EndpointName): Labels | undefined {
  const { copies, record } = endpointOf(kind).journal ?? {};
  if (copies === undefined) return undefined;
  const prefix = record === "repeat" ? "repeatrequest" : "taskingrequest";
  return { kind: copies, name: `${prefix}name`, description: `${prefix}description` };
}

/** Properties without a meaning of their own, or that the service never returns unchanged. */
const LEFT_OUT: ReadonlySet<string> = new Set(["type", "untilcanceled"]);

export function compareWithSent(sent: SentRequest, record: unknown): Comparison {
  const found = fieldsOf(record);
  const labels = labelsOf(sent.kind);
  const fields = [...fieldsOf(sent.body)].map(([field, [value]]): Comparison => {
    if (labels === undefined) return compareField(value, found.get(field));
    // The description of a retask is compared below.
    if (field === "retaskrequestdescription") return "same";
    return compareField(value, found.get(field === "retaskrequestname" ? labels.name : field));
  });
  const description = labels && compareDescription(sent, labels.kind, found.get(labels.description));
  return worst([...fields, description ?? "same"]);
}

function compareField(sent: unknown, found: readonly unknown[] | undefined): Comparison {
  if (found === undefined) return "unclear";
  const all = found.map((value) => isSameValue(sent, value));
  return all.find((one) => one === "same") ?? all.find((one) => one === "unclear") ?? "different";
}

/** A retask's description ends with the id of its original, whatever was sent. */
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

/** Envelopes whose fields count as the request's own, at any level. */
const ENVELOPES: ReadonlySet<string> = new Set([
  "properties",
  "repetitionproperties",
  "collectconstraints",
  "processingconfig",
]);

/** Returns every field by its canonical name, with each of its values (the root and `properties` may differ). */
function fieldsOf(value: unknown, into = new Map<string, unknown[]>(), depth = 0): Map<string, unknown[]> {
  if (!isJsonObject(value) || depth > ENVELOPES.size) return into;
  for (const [key, member] of Object.entries(value)) {
    const name = canonicalField(key);
    if (member === undefined || member === null || LEFT_OUT.has(name)) continue;
    if (ENVELOPES.has(name)) fieldsOf(member, into, depth + 1);
    else into.set(name, [...(into.get(name) ?? []), name === "localtime" ? flatLocalTime(member) : member]);
  }
  return into;
}

/** The conclusion from a list of candidates. */
export type MatchVerdict =
  | { outcome: "found"; record: RequestRecord }
  | { outcome: "absent" }
  | { outcome: "several"; count: number }
  | { outcome: "unclear"; count: number };

/** A single equal record without any unclear one is the result of the request. */
export function judgeCandidates(sent: SentRequest, candidates: readonly RequestRecord[]): MatchVerdict {
  const judged = candidates.map((record) => ({ record, likeness: compareWithSent(sent, record.source) }));
  const same = judged.filter(({ likeness }) => likeness === "same");
  const unclear = judged.filter(({ likeness }) => likeness === "unclear");
  const [only] = same;
  if (same.length > 1) return { outcome: "several", count: same.length };
  if (unclear.length > 0) return { outcome: "unclear", count: same.length + unclear.length };
  return only === undefined ? { outcome: "absent" } : { outcome: "found", record: only.record };
}

/**
 * The comparison of two values, or of two requests. `unclear`: nothing differs, but some spellings cannot be compared, or a
 * field is missing.
 */
export type Comparison = "same" | "unclear" | "different";

const ALIASES: Readonly<Record<string, string>> = { ascdsc: "ascdesc", repetitionend: "repeatend" };

/** Returns one name for all spellings of a field in the interface and in the field. */
export function canonicalField(name: string): string {
  const plain = name.replaceAll("_", "").toLowerCase();
  return ALIASES[plain] ?? plain;
}

/** Fields that say what is asked for, by their canonical names. A pre-approval says how it is approved. */
const ASKED: ReadonlySet<string> = new Set(
  [...Object.values(TASK_NAMES), ...Object.values(REPEAT_NAMES)]
    .flat()
    .filter((name) => name !== "preApproval")
    .map(canonicalField),
);

/**
 * Returns a text that is equal for two records that ask for the same, such as duplicates of one request; undefined for a
 * record without a geometry. Fields that the service adds do not count.
 */
export function askedFor(record: unknown): string | undefined {
  const fields = [...fieldsOf(record)].filter(([name]) => ASKED.has(name));
  if (fields.every(([name]) => name !== "geometry")) return undefined;
  const plain = (value: unknown): unknown => msOf(value) ?? numberOf(value) ?? value;
  return canonicalJson(Object.fromEntries(fields.map(([name, [value]]) => [name, plain(value)])));
}

/** Tolerance for a service that rounds to single precision; it equals a hundredth of a millimetre on the ground. */
const TOLERANCE = 1e-6;

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
};

const isNear = (left: number, right: number): boolean =>
  Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(left), Math.abs(right));

/** Times are equal if they agree to the second, which is the precision of some services. */
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
  if (isJsonObject(sent) && isJsonObject(found)) return compareMembers(sent, found);
  return "unclear";
}

/**
 * Lists of words are sets to which a service may add its own (required product types); others are compared in order.
 */
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
