/** What people gave -> the body of `POST /task`. */
import { unsetPath } from "../../contract/json-path.ts";
import { objectOf, type JsonObject } from "../../contract/json-object.ts";
import type { Fault } from "../../errors.ts";
import { advice, typed } from "../../hint.ts";
import { layFields, type BodyFields } from "./body-fields.ts";
import { checkCollectionType } from "./collection-type.ts";
import { azimuthNote, constraintWarnings } from "./constraint-warnings.ts";
import {
  dropEmptyConstraints,
  left,
  NO_TYPE,
  noTier,
  settleProductTypes,
  startDraft,
  type RequestDraft,
} from "./request-draft.ts";
import { TASK_NAMES } from "../../contract/member-names.ts";
import { TIERS } from "../../contract/vocabulary.ts";
import { closeAfter, windowFinding } from "./window-words.ts";

export interface TaskRules {
  /** What flags gave, by option; times already as they are sent. */
  given: Readonly<Record<string, unknown>>;
  fields: BodyFields;
  /** `--window`: milliseconds from open to close. */
  windowMs?: number | undefined;
  withRequired?: boolean;
  placement: Placement;
  /** The profile's contract, for a request that names none. */
  contractId?: string | undefined;
  /** Names of the service's own list, when it is known. */
  collectionTypes?: readonly string[] | undefined;
  nowMs: number;
  /** `--allow-past`: a window that has closed is sent. */
  allowPast?: boolean;
}

/** Values that may stand in two places: the flag must replace both. */
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
      draft.notes.push(`--window: the window closes at ${close}`);
    } else draft.faults.push(uncounted);
  }
  if (rules.contractId !== undefined && draft.body["contractId"] === undefined)
    draft.body["contractId"] = rules.contractId;
  settleProductTypes(draft, rules.withRequired === true);
  draft.body = placeFields(draft.body, rules.placement);
  judge(draft, objectOf(draft.body["properties"]), rules);
  return draft;
}

/** Rules that the interface does not state: warnings, and slips in open vocabularies. */
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
  if (tier === undefined) warnings.push(noTier(TIERS));
  if (typeof type === "string" && type !== "") {
    const found = checkCollectionType(type, types);
    // What a polygon may have is a rule of its own.
    if (found.fault !== undefined && !isPolygon) faults.push(found.fault);
    if (found.warning !== undefined && !isPolygon) warnings.push(found.warning);
  } else if (type === undefined) warnings.push(isPolygon ? POLYGON_TYPE : NO_TYPE);
  warnings.push(...constraintWarnings(properties, isPolygon ? "stripmap_100" : undefined));
  const azimuth = azimuthNote(properties);
  if (azimuth !== undefined) draft.details.push(azimuth);
}

/** In place of "--window is missing", which it is not. */
const uncounted: Fault = {
  code: "WINDOW_REQUIRED",
  path: "properties.windowClose",
  rule: "windowOpen and windowClose are required",
  message: "--window counts from --window-open, and leads to no time",
};

const POLYGON_TYPE = left(
  "collectionType",
  "--type",
  "no collectionType given, and a polygon takes stripmap_100 only (--type stripmap_100)",
  advice`Type: ${typed("--type", "stripmap_100")}`,
);

/** Fields of a single task that the interface's samples place at the root or in `properties`. */
const PLACED = ["preApproval", "customAttribute1", "customAttribute2"] as const;

export type Placement = "both" | "root" | "properties";

/** A copy with each given value where the dialect wants it; two different values stay, to be refused. */
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
