/** Converts the terms of a search for tasks or repeat requests to conditions on named fields. */
import type { Findings } from "../findings.ts";
import { COLLECTION_TYPES } from "../../contract/vocabulary.ts";
import { QUERY_FIELDS, toQueryField, type SearchNoun } from "./request-names.ts";
import {
  readIntervalCondition,
  readCondition,
  type Condition,
  type ConditionPlace,
  type ConditionReading,
  type ConditionWords,
} from "./request-condition.ts";

/** One bound of a standard field: `>=2026-01-01T00:00:00Z`, `<3600`. */
export type Bound = Pick<ConditionWords, "operator" | "value">;

/** Terms that a noun lacks are undefined. */
export interface SearchTerms {
  id?: readonly string[];
  name?: string;
  nameEq?: string;
  namePrefix?: string;
  description?: string;
  descriptionEq?: string;
  descriptionPrefix?: string;
  windowOpen?: string;
  windowClose?: string;
  status?: readonly string[];
  statusMessage?: string;
  statusTime?: Bound;
  mode?: readonly string[];
  submitted?: string;
  /** The two ends of the submission time. */
  from?: string;
  to?: string;
  repeatId?: readonly string[];
  windowDuration?: Bound;
  holdback?: readonly string[];
  resellerId?: readonly string[];
  where?: readonly ConditionWords[];
  whereString?: readonly ConditionWords[];
}

/** Fields whose name begins with the noun's. */
const NAMES = {
  task: { id: "taskingrequestId", name: "taskingrequestName", description: "taskingrequestDescription" },
  repeat: { id: "repeatrequestId", name: "repeatrequestName", description: "repeatrequestDescription" },
} as const;

/** Returns the conditions of the terms. Faults and notes are added to the findings. */
export function toConditions(
  noun: SearchNoun,
  terms: SearchTerms,
  nowMs: number,
  { faults, notes }: Pick<Findings, "faults" | "notes">,
): Condition[] {
  const fields = QUERY_FIELDS[noun];
  const conditions: Condition[] = [];
  const add = (field: string, option: keyof SearchTerms, wanted: unknown): void => {
    if (wanted !== undefined) conditions.push({ field, option, wanted });
  };
  const read = (
    field: string,
    option: keyof SearchTerms,
    reader: (place: ConditionPlace) => ConditionReading,
  ): void => {
    const asText = option === "whereString";
    const isWhole = asText || option === "where";
    const { wanted, fault, notes: found } = reader({ option, nowMs, asText, isWhole });
    notes.push(...found);
    if (fault !== undefined) faults.push(fault);
    // Faulty conditions are added too, because a repeated field is a further fault.
    conditions.push({ field, option, wanted });
  };
  const interval = (field: string, option: keyof SearchTerms, value: string | undefined): void => {
    if (value !== undefined) read(field, option, (place) => readIntervalCondition(field, value, place));
  };
  const compared = (typed: ConditionWords, option: keyof SearchTerms): void => {
    const words = { ...typed, field: toQueryField(noun, typed.field) };
    if (words.field === "type" && isCollectionType(words.value))
      notes.push("type is the collect mode, such as stripmap; for a collection type use collectionType");
    const set = Object.hasOwn(fields, words.field) ? fields[words.field] : undefined;
    read(words.field, option, (place) => readCondition(words, set ?? "standard", place));
  };
  const bound = (field: string, option: keyof SearchTerms, given: Bound | undefined): void => {
    if (given !== undefined) compared({ field, ...given }, option);
  };

  const { id, name, description } = NAMES[noun];
  add(id, "id", toAnyOf(terms.id));
  for (const [field, option] of [
    [name, "name"],
    [description, "description"],
  ] as const) {
    const { [option]: contains, [`${option}Eq` as const]: eq, [`${option}Prefix` as const]: prefix } = terms;
    add(field, option, contains);
    add(field, `${option}Eq`, eq === undefined ? undefined : { eq });
    add(field, `${option}Prefix`, prefix === undefined ? undefined : { startsWith: prefix });
  }
  interval("windowOpen", "windowOpen", terms.windowOpen);
  interval("windowClose", "windowClose", terms.windowClose);
  add("lastStatusCode", "status", toAnyOf(terms.status));
  add("lastStatusMessage", "statusMessage", terms.statusMessage);
  bound("lastStatusTime", "statusTime", terms.statusTime);
  add("type", "mode", toAnyOf(terms.mode));
  interval("submissionTime", "submitted", terms.submitted);
  interval("submissionTime", terms.from === undefined ? "to" : "from", writeInterval(terms));
  add("repeatrequestId", "repeatId", toAnyOf(terms.repeatId));
  bound("windowDuration", "windowDuration", terms.windowDuration);
  add("archiveHoldback", "holdback", toAnyOf(terms.holdback));
  add("resellerId", "resellerId", toAnyOf(terms.resellerId));
  for (const words of terms.where ?? []) compared(words, "where");
  for (const words of terms.whereString ?? []) compared(words, "whereString");
  return conditions;
}

/** Names of collection types that are no collect modes: `spotlight` is both. */
const isCollectionType = (value: string): boolean =>
  COLLECTION_TYPES.some((type) => type.includes("_") && value.toLowerCase().includes(type));

const toAnyOf = (values: readonly string[] | undefined): unknown =>
  values === undefined || values.length === 0 ? undefined : values.length === 1 ? values[0] : [...values];

const writeInterval = ({ from, to }: SearchTerms): string | undefined =>
  from === undefined && to === undefined ? undefined : `${from?.trim() ?? ".."}/${to?.trim() ?? ".."}`;
