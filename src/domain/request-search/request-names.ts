/** Column headings of tasks and repeat requests, and the fields of the interface for them. */
import { REPEAT_QUERY_FIELDS, TASK_QUERY_FIELDS, type OperatorSet } from "../../contract/vocabulary.ts";
import type { Fault } from "../../errors.ts";
import { findClosest, didYouMean } from "../closest.ts";

export type SearchNoun = "task" | "repeat";

const COMMON = {
  // For sorting only: the query field of that name is the collect mode.
  type: "collectionType",
  status: "lastStatusCode",
  submitted: "submissionTime",
  tier: "collectionTier",
  holdback: "archiveHoldback",
};

const FIELD_OF_COLUMN: Readonly<Record<SearchNoun, Readonly<Record<string, string>>>> = {
  task: {
    ...COMMON,
    id: "taskingrequestId",
    name: "taskingrequestName",
    opens: "windowOpen",
    closes: "windowClose",
    repeat: "repeatrequestId",
    "repeat-request": "repeatrequestId",
  },
  repeat: {
    ...COMMON,
    id: "repeatrequestId",
    name: "repeatrequestName",
    description: "repeatrequestDescription",
  },
};

/** The fields that the interface names, with their operator sets. */
export const QUERY_FIELDS: Readonly<Record<SearchNoun, Readonly<Record<string, OperatorSet>>>> = {
  task: TASK_QUERY_FIELDS,
  repeat: REPEAT_QUERY_FIELDS,
};

/** Returns the field of a query: the interface's name in any case, else as `toField`. */
// Spec silent: what `type` means in a condition beside the column TYPE of collection types. We send it as typed: it is the
// collect mode, as the interface has it, and `collectionType` is the collection type.
export function toQueryField(noun: SearchNoun, name: string): string {
  const word = name.toLowerCase();
  return Object.keys(QUERY_FIELDS[noun]).find((field) => field.toLowerCase() === word) ?? toField(noun, name);
}

/** Returns the path below `properties`: of a column heading in any case, or the name itself. */
export function toField(noun: SearchNoun, name: string): string {
  const column = name.toLowerCase().replaceAll(/[ _]/g, "-");
  const columns = FIELD_OF_COLUMN[noun];
  return Object.hasOwn(columns, column) ? columns[column]! : name;
}

/** Fields of `properties` that the interface does not list for searches. A search may use any path. */
const MEMBERS = [
  "collectionTier",
  "collectionType",
  "contractId",
  "customAttribute1",
  "customAttribute2",
  "organizationId",
  "preApproval",
  "productCategory",
  "statusHistory",
  "taskingrequestDescription",
  "transactionStatus",
  "userId",
];

/** Returns the fault of an unknown field. A path, which has a dot, may be any. */
export function findUnknownField(
  noun: SearchNoun,
  name: string,
): Pick<Fault, "message" | "rule" | "next"> | undefined {
  const names = listNames(noun);
  if (names.includes(name) || MEMBERS.includes(name) || Object.hasOwn(QUERY_FIELDS.task, name))
    return undefined;
  const meant = findMeantField(noun, name);
  if (meant === undefined && name.includes(".")) return undefined;
  return {
    rule: `a path, or a field: ${names.join(", ")}`,
    message: `${JSON.stringify(name)} is not a field that the interface names`,
    ...didYouMean(meant),
  };
}

/** Returns the name that was probably meant. */
export const findMeantField = (noun: SearchNoun, name: string): string | undefined =>
  findClosest(name, [...listNames(noun), ...MEMBERS]);

/** Returns every searchable name of these requests. */
const listNames = (noun: SearchNoun): string[] => [
  ...new Set([...Object.keys(QUERY_FIELDS[noun]), ...Object.keys(FIELD_OF_COLUMN[noun])]),
];
