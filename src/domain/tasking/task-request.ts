/** Builds the body of `POST /task` from flags and files. */
import { unsetPath } from "../../contract/json-path.ts";
import { objectOf, type JsonObject } from "../../contract/json-object.ts";
import type { Fault } from "../../errors.ts";
import { layFields, type BodyFields } from "./body-fields.ts";
import { checkCollectionType } from "./collection-type.ts";
import { azimuthNote, constraintWarnings } from "./constraint-warnings.ts";
import {
  dropEmptyConstraints,
  missing,
  settleProductTypes,
  startDraft,
  type RequestDraft,
} from "./request-draft.ts";
import { TASK_NAMES } from "../../contract/member-names.ts";
import { closeAfter, windowFinding } from "./window-words.ts";

export interface TaskRules {
  /** Values of flags by option; times are already in the form to send. */
  given: Readonly<Record<string, unknown>>;
  fields: BodyFields;
  /** Milliseconds from open to close. */
  windowMs?: number | undefined;
  withRequired?: boolean;
  placement: Placement;
  /** The contract of the profile, for a request without one. */
  contractId?: string | undefined;
  /** The service's list of names, if known. */
  collectionTypes?: readonly string[] | undefined;
  nowMs: number;
  /** Sends a window that has closed. */
  allowPast?: boolean;
}

/** Values with two places in the body: the flag replaces both. */
const TWICE = {
  preApprove: "preApproval",
  custom1: "customAttribute1",
  custom2: "customAttribute2",
} as const;

export function taskRequest(base: Readonly<Record<string, unknown>>, rules: TaskRules): RequestDraft {
  const { given, fields, windowMs } = rules;
  const draft = startDraft(base, TASK_NAMES);
  for (const [option, name] of Object.entries(TWICE)) {
    if (given[option] !== undefined)
      draft.body = unsetPath(draft.body, ["properties", name]) as Record<string, unknown>;
  }
  draft.body = dropEmptyConstraints(layFields(draft.body, given, fields));
  if (windowMs !== undefined && given["windowClose"] === undefined) {
    const open = objectOf(draft.body["properties"])["windowOpen"];
    const close = closeAfter(open, windowMs);
    if (close !== undefined) {
      draft.body = layFields(draft.body, { windowClose: close }, fields);
      draft.notes.push(`the window closes at ${close}`);
    } else draft.faults.push(uncounted);
  }
  if (rules.contractId !== undefined && draft.body["contractId"] === undefined)
    draft.body["contractId"] = rules.contractId;
  settleProductTypes(draft, rules.withRequired === true);
  draft.body = placeFields(draft.body, rules.placement);
  judge(draft, objectOf(draft.body["properties"]), rules);
  return draft;
}

/** Applies rules that the interface does not have: warnings, and typing errors in open vocabularies. */
function judge(
  draft: RequestDraft,
  properties: JsonObject,
  { collectionTypes: types, nowMs, allowPast }: TaskRules,
): void {
  const { warnings, faults } = draft;
  const { collectionTier: tier, collectionType: type, windowOpen: open, windowClose: close } = properties;
  const { fault, note } = windowFinding(
    { open, close, endPath: "properties.windowClose" },
    { nowMs, allowPast },
  );
  if (fault !== undefined) faults.push(fault);
  if (note !== undefined) draft.notes.push(note);
  const isPolygon = objectOf(draft.body["geometry"])["type"] === "Polygon";
  if (tier === undefined) warnings.push(missing("collectionTier"));
  if (typeof type === "string" && type !== "") {
    const found = checkCollectionType(type, types);
    // A polygon has its own rule.
    if (found.fault !== undefined && !isPolygon) faults.push(found.fault);
    if (found.warning !== undefined && !isPolygon) warnings.push(found.warning);
  } else if (type === undefined)
    warnings.push(missing("collectionType", isPolygon ? "a polygon takes stripmap_100 only" : undefined));
  warnings.push(...constraintWarnings(properties, isPolygon ? "stripmap_100" : undefined));
  const azimuth = azimuthNote(properties);
  if (azimuth !== undefined) draft.details.push(azimuth);
}

/** Replaces the fault of a missing end: the flag gives a length, but there is no start. */
const uncounted: Fault = {
  code: "WINDOW_REQUIRED",
  path: "properties.windowClose",
  rule: "windowOpen and windowClose are required",
  message: "the end of the window cannot be counted from windowOpen",
};

/** Fields of a single task that the interface's samples place at the root or in `properties`. */
const PLACED = ["preApproval", "customAttribute1", "customAttribute2"] as const;

export type Placement = "both" | "root" | "properties";

/** Returns a copy with each value where the dialect requires it. Two different values stay and are refused. */
export function placeFields(
  body: Readonly<Record<string, unknown>>,
  placement: Placement,
): Record<string, unknown> {
  const root: Record<string, unknown> = { ...body };
  const properties: Record<string, unknown> = { ...objectOf(body["properties"]) };
  for (const name of PLACED) {
    const [outside, inside] = [root[name], properties[name]];
    if (outside === undefined && inside === undefined) continue;
    if (outside !== undefined && inside !== undefined && outside !== inside) continue;
    const value = outside ?? inside;
    delete root[name];
    delete properties[name];
    if (placement !== "properties") root[name] = value;
    if (placement !== "root") properties[name] = value;
  }
  return body["properties"] === undefined && Object.keys(properties).length === 0
    ? root
    : { ...root, properties };
}
