/** The flags of a request search -> conditions on named fields. */
import type { Context } from "../../cli/context.ts";
import type { OperatorSet } from "../../contract/vocabulary.ts";
import {
  intervalCondition,
  readCondition,
  type Condition,
  type ConditionPlace,
  type ConditionReading,
  type ConditionWords,
} from "../../domain/request-search/request-condition.ts";
import type { Fault } from "../../errors.ts";
import { parseDuration } from "../../time/duration.ts";
import type { Bound } from "./bounds.ts";
import type { SearchOptions } from "./search-flags.ts";

export type SearchNoun = "task" | "repeat";

/** Fields whose name begins with the noun's. */
const NAMES = {
  task: { id: "taskingrequestId", name: "taskingrequestName", description: "taskingrequestDescription" },
  repeat: { id: "repeatrequestId", name: "repeatrequestName", description: "repeatrequestDescription" },
} as const;

/** Every condition that flags state; what cannot be read is added to `faults`. */
export function readConditions(
  { world, notes }: Pick<Context, "world" | "notes">,
  options: SearchOptions,
  noun: SearchNoun,
  fields: Readonly<Record<string, OperatorSet>>,
  faults: Fault[],
): Condition[] {
  const nowMs = world.clock.now();
  const conditions: Condition[] = [];
  const add = (field: string, flag: string, wanted: unknown): void => {
    if (wanted !== undefined) conditions.push({ field, flag, wanted });
  };
  const read = (
    field: string,
    flag: string,
    reader: (place: ConditionPlace) => ConditionReading,
    asText = false,
  ): void => {
    const { wanted, fault, notes: said } = reader({ flag, nowMs, asText });
    for (const note of said) notes.note(note);
    if (fault !== undefined) faults.push(fault);
    // A faulty one counts too: the same field twice is told besides.
    conditions.push({ field, flag, wanted });
  };
  const interval = (field: string, flag: string, value: string | undefined): void => {
    if (value !== undefined) read(field, flag, (place) => intervalCondition(field, value, place));
  };
  const compared = (words: ConditionWords, flag: string, asText = false): void => {
    const set = Object.hasOwn(fields, words.field) ? fields[words.field] : undefined;
    read(words.field, flag, (place) => readCondition(words, set ?? "standard", place), asText);
  };
  const bound = (field: string, flag: string, given: Bound | undefined): void => {
    if (given !== undefined) compared({ field, ...given }, flag);
  };

  const { id, name, description } = NAMES[noun];
  add(id, "--id", anyOf(options.id));
  for (const [field, flag, contains, whole, prefix] of [
    [name, "--name", options.name, options.nameEq, options.namePrefix],
    [description, "--description", options.description, options.descriptionEq, options.descriptionPrefix],
  ] as const) {
    add(field, flag, contains);
    add(field, `${flag}-eq`, whole === undefined ? undefined : { eq: whole });
    add(field, `${flag}-prefix`, prefix === undefined ? undefined : { startsWith: prefix });
  }
  interval("windowOpen", "--window-open", options.windowOpen);
  interval("windowClose", "--window-close", options.windowClose);
  add("lastStatusCode", "--status", anyOf(options.status));
  add("lastStatusMessage", "--status-message", options.statusMessage);
  bound("lastStatusTime", "--status-time", options.statusTime);
  add("type", "--mode", anyOf(options.mode));
  interval("submissionTime", "--submitted", options.submitted);
  interval("submissionTime", "--submitted-since", sinceInterval(options.submittedSince));
  add("repeatrequestId", "--repeat-id", anyOf(options.repeatId));
  bound("windowDuration", "--window-duration", options.windowDuration);
  add("archiveHoldback", "--holdback", anyOf(options.holdback));
  add("resellerId", "--reseller-id", anyOf(options.resellerId));
  for (const words of options.where ?? []) compared(words, "--where");
  for (const words of options.whereString ?? []) compared(words, "--where-string", true);
  return conditions;
}

const anyOf = (values: readonly string[] | undefined): unknown =>
  values === undefined || values.length === 0 ? undefined : values.length === 1 ? values[0] : [...values];

/** `7d` is a length before now; anything else is a time. */
function sinceInterval(since: string | undefined): string | undefined {
  if (since === undefined) return undefined;
  const word = since.trim();
  return `${word !== "0" && parseDuration(word).ok ? `-${word}` : word}/..`;
}
