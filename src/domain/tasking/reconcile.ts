/**
 * Decides whether a record was created by a request. Every sent field is compared: names are optional and not unique,
 * so no single field proves anything.
 */
import { readTimestampMs } from "../../contract/body-values.ts";
import { getEndpoint, type EndpointName } from "../../contract/endpoints.ts";
import { REPEAT_NAMES, TASK_NAMES } from "../../contract/member-names.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import { toCanonicalJson } from "../canonical-json.ts";
import {
  toCanonicalField,
  compareField,
  toPlainNumber,
  groupByField,
  findWorst,
  type Comparison,
} from "./compare-values.ts";
import { formatRetaskDescription } from "./retask-request.ts";

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

function findLabels(kind: EndpointName): Labels | undefined {
  const { copies, record } = getEndpoint(kind).journal ?? {};
  if (copies === undefined) return undefined;
  const prefix = record === "repeat" ? "repeatrequest" : "taskingrequest";
  return { kind: copies, name: `${prefix}name`, description: `${prefix}description` };
}

/** Properties without a meaning of their own, or that the service never returns unchanged. */
const LEFT_OUT: ReadonlySet<string> = new Set(["type", "untilcanceled"]);

/**
 * Compares two requests. `unclear`: nothing differs, but some spellings cannot be compared, or a field is missing.
 */
export function compareWithSent(sent: SentRequest, record: unknown): Comparison {
  const found = groupByField(record);
  const labels = findLabels(sent.kind);
  const asked = [...groupByField(sent.body)].filter(([field]) => !LEFT_OUT.has(field));
  const fields = asked.map(([field, [value]]): Comparison => {
    if (labels === undefined) return compareField(field, value, found.get(field));
    // The description of a retask is compared below.
    if (field === "retaskrequestdescription") return "same";
    return compareField(field, value, found.get(field === "retaskrequestname" ? labels.name : field));
  });
  const description = labels && compareDescription(sent, labels.kind, found.get(labels.description));
  return findWorst([...fields, description ?? "same"]);
}

/** A retask's description ends with the id of its original, whatever was sent. */
function compareDescription(
  { originalId, body }: SentRequest,
  kind: "task" | "collect" | "repeat",
  found: readonly unknown[] | undefined,
): Comparison {
  const [text] = found ?? [];
  if (typeof text !== "string") return "unclear";
  const [sent] = groupByField(body).get("retaskrequestdescription") ?? [];
  if (typeof sent === "string")
    return text === formatRetaskDescription(kind, originalId, sent) ? "same" : "different";
  return text.endsWith(formatRetaskDescription(kind, originalId, undefined)) ? "same" : "different";
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

/** Fields that say what is asked for, by their canonical names. A pre-approval says how it is approved. */
const ASKED: ReadonlySet<string> = new Set(
  [...Object.values(TASK_NAMES), ...Object.values(REPEAT_NAMES)]
    .flat()
    .filter((name) => name !== "preApproval")
    .map(toCanonicalField),
);

/**
 * Returns a text that is equal for two records that ask for the same, such as duplicates of one request; undefined for a
 * record without a geometry. Fields that the service adds do not count.
 */
export function makeRequestKey(record: unknown): string | undefined {
  const fields = [...groupByField(record)].filter(([name]) => ASKED.has(name));
  if (fields.every(([name]) => name !== "geometry")) return undefined;
  const plain = (value: unknown): unknown => readTimestampMs(value) ?? toPlainNumber(value) ?? value;
  return toCanonicalJson(Object.fromEntries(fields.map(([name, [value]]) => [name, plain(value)])));
}
