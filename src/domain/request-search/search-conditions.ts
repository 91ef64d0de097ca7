/** Converts the terms of a search for tasks or repeat requests to conditions on named fields. */
import type { Findings } from "../findings.ts";
import { COLLECTION_TYPES } from "../../contract/vocabulary.ts";
import { QUERY_FIELDS, toQueryField, type SearchNoun } from "./request-names.ts";
import {
  readIntervalCondition,
  readCondition,
  type Condition,
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

/** A condition of one term, with its findings. */
interface TermReading extends ConditionReading {
  field: string;
  option: keyof SearchTerms;
}

/** Returns the conditions of the terms. Faults and notes are added to the findings. */
export function toConditions(
  noun: SearchNoun,
  terms: SearchTerms,
  nowMs: number,
  { faults, notes }: Pick<Findings, "faults" | "notes">,
): Condition[] {
  const readings = readTerms(noun, terms, nowMs);
  for (const reading of readings) {
    notes.push(...reading.notes);
    if (reading.fault !== undefined) faults.push(reading.fault);
  }
  // Faulty conditions are included, because a repeated field is a further fault.
  return readings.map(({ field, option, wanted }) => ({ field, option, wanted }));
}

function readTerms(noun: SearchNoun, terms: SearchTerms, nowMs: number): TermReading[] {
  const { id, name, description } = NAMES[noun];
  const { where = [], whereString = [] } = terms;
  return [
    ...takeValue(id, "id", toAnyOf(terms.id)),
    ...takeTexts(name, "name", terms),
    ...takeTexts(description, "description", terms),
    ...readInterval("windowOpen", "windowOpen", terms.windowOpen, nowMs),
    ...readInterval("windowClose", "windowClose", terms.windowClose, nowMs),
    ...takeValue("lastStatusCode", "status", toAnyOf(terms.status)),
    ...takeValue("lastStatusMessage", "statusMessage", terms.statusMessage),
    ...readBound(noun, "lastStatusTime", "statusTime", terms.statusTime, nowMs),
    ...takeValue("type", "mode", toAnyOf(terms.mode)),
    ...readInterval("submissionTime", "submitted", terms.submitted, nowMs),
    ...readInterval("submissionTime", terms.from === undefined ? "to" : "from", writeInterval(terms), nowMs),
    ...takeValue("repeatrequestId", "repeatId", toAnyOf(terms.repeatId)),
    ...readBound(noun, "windowDuration", "windowDuration", terms.windowDuration, nowMs),
    ...takeValue("archiveHoldback", "holdback", toAnyOf(terms.holdback)),
    ...takeValue("resellerId", "resellerId", toAnyOf(terms.resellerId)),
    ...where.map((words) => readComparison(noun, words, "where", nowMs)),
    ...whereString.map((words) => readComparison(noun, words, "whereString", nowMs)),
  ];
}

/** Returns the condition of a value that needs no reading; none without a value. */
const takeValue = (field: string, option: keyof SearchTerms, wanted: unknown): TermReading[] =>
  wanted === undefined ? [] : [{ field, option, wanted, notes: [] }];

/** Returns the conditions of the three flags of a text: anywhere in it, all of it, and its beginning. */
function takeTexts(field: string, option: "name" | "description", terms: SearchTerms): TermReading[] {
  const { [option]: contains, [`${option}Eq` as const]: eq, [`${option}Prefix` as const]: prefix } = terms;
  return [
    ...takeValue(field, option, contains),
    ...takeValue(field, `${option}Eq`, eq === undefined ? undefined : { eq }),
    ...takeValue(field, `${option}Prefix`, prefix === undefined ? undefined : { startsWith: prefix }),
  ];
}

const readInterval = (
  field: string,
  option: keyof SearchTerms,
  value: string | undefined,
  nowMs: number,
): TermReading[] =>
  value === undefined ? [] : [{ field, option, ...readIntervalCondition(field, value, { option, nowMs }) }];

const readBound = (
  noun: SearchNoun,
  field: string,
  option: keyof SearchTerms,
  bound: Bound | undefined,
  nowMs: number,
): TermReading[] => (bound === undefined ? [] : [readComparison(noun, { field, ...bound }, option, nowMs)]);

/** Reads a comparison by the operators of its field. */
function readComparison(
  noun: SearchNoun,
  typed: ConditionWords,
  option: keyof SearchTerms,
  nowMs: number,
): TermReading {
  const field = toQueryField(noun, typed.field);
  const fields = QUERY_FIELDS[noun];
  const set = (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? "standard";
  const asText = option === "whereString";
  const place = { option, nowMs, asText, isWhole: asText || option === "where" };
  const { wanted, fault, notes } = readCondition({ ...typed, field }, set, place);
  const isOtherType = field === "type" && isCollectionType(typed.value);
  return {
    field,
    option,
    wanted,
    ...(fault !== undefined && { fault }),
    notes: isOtherType ? [TYPE_NOTE, ...notes] : notes,
  };
}

const TYPE_NOTE = "type is the collect mode, such as stripmap; for a collection type use collectionType";

/** Returns whether a word is a collection type and not a collect mode; `spotlight` is both. */
const isCollectionType = (value: string): boolean =>
  COLLECTION_TYPES.some((type) => type.includes("_") && value.toLowerCase().includes(type));

const toAnyOf = (values: readonly string[] | undefined): unknown =>
  values === undefined || values.length === 0 ? undefined : values.length === 1 ? values[0] : [...values];

const writeInterval = ({ from, to }: SearchTerms): string | undefined =>
  from === undefined && to === undefined ? undefined : `${from?.trim() ?? ".."}/${to?.trim() ?? ".."}`;
