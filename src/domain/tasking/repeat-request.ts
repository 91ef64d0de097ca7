/** What people gave -> the body of `POST /repeat-requests`, as the interface's table spells it. */
import { objectOf } from "../../contract/json-object.ts";
import type { Fault } from "../../errors.ts";
import { layFields, type BodyFields } from "./body-fields.ts";
import { checkCollectionType } from "./collection-type.ts";
import { azimuthNote, constraintWarnings } from "./constraint-warnings.ts";
import {
  dropEmptyConstraints,
  NO_TYPE,
  noTier,
  settleProductTypes,
  startDraft,
  type RequestDraft,
} from "./request-draft.ts";
import { REPEAT_NAMES } from "../../contract/member-names.ts";
import { REPEAT_TIERS } from "../../contract/vocabulary.ts";
import { windowFinding } from "./window-words.ts";

export interface RepeatRules {
  given: Readonly<Record<string, unknown>>;
  fields: BodyFields;
  withRequired?: boolean;
  /** No field: it only says that no end trigger is meant. */
  untilCanceled: boolean;
  /** Names of the service's own list, when it is known. */
  collectionTypes?: readonly string[] | undefined;
  nowMs: number;
  /** `--allow-past`: a series that has ended is sent. */
  allowPast?: boolean;
}

const REPETITION = "properties.repetitionProperties";

/** Properties that a repeat request may have, although its table does not list them. */
const UNLISTED = {
  contractId: "--contract",
  preApproval: "--pre-approve",
  archiveHoldback: "--holdback",
  processingConfig: "--product-type",
} as const;

export function repeatRequest(base: Readonly<Record<string, unknown>>, rules: RepeatRules): RequestDraft {
  const { given, fields, nowMs } = rules;
  const draft = startDraft(base, REPEAT_NAMES);
  draft.body = dropEmptyConstraints(layFields(draft.body, given, fields));
  settleProductTypes(draft, rules.withRequired === true);
  const properties = objectOf(draft.body["properties"]);
  const repetition = objectOf(properties["repetitionProperties"]);
  const { collectionTier: tier, collectionType: type } = properties;
  const { warnings, faults } = draft;
  const warn = (path: string, flag: string, message: string): void =>
    void warnings.push({ code: "FIELD_TYPE_INVALID", path, flag, rule: "said rather than left", message });

  const count = repetition["repetitionCount"] ?? properties["repetitionCount"];
  const end = repetition["repeatEnd"] ?? repetition["repetitionEnd"];
  if (rules.untilCanceled && (count !== undefined || end !== undefined))
    faults.push(conflict(count !== undefined));
  if (!rules.untilCanceled && count === undefined && end === undefined)
    warn(
      REPETITION,
      "--count",
      "no end is given: the series runs until it is cancelled (--until-canceled says so)",
    );
  if (repetition["repeatStart"] === undefined)
    warn(`${REPETITION}.repeatStart`, "--from", "no start is given: the service chooses");
  if (repetition["repetitionInterval"] === undefined)
    warn(`${REPETITION}.repetitionInterval`, "--interval", "no interval is given: the service chooses");
  for (const [name, flag] of [
    ["lookAngleTolerance", "--look-angle-tolerance"],
    ["azimuthAngleTolerance", "--azimuth-tolerance"],
  ] as const) {
    if (repetition[name] !== undefined && repetition["maintainSceneFraming"] !== true)
      warn(
        `${REPETITION}.${name}`,
        flag,
        `${name} is only used when the scene framing is kept (--maintain-framing)`,
      );
  }
  for (const [name, flag] of Object.entries(UNLISTED)) {
    const isGiven = properties[name] !== undefined || draft.body[name] !== undefined;
    if (isGiven)
      warn(
        `properties.${name}`,
        flag,
        `${name} is not in the interface's table of repeat requests; it is sent all the same`,
      );
  }
  const window = windowFinding(
    { open: repetition["repeatStart"], close: end, endPath: `${REPETITION}.repeatEnd` },
    { nowMs, allowPast: rules.allowPast },
  );
  if (window.fault !== undefined) faults.push(window.fault);
  if (window.note !== undefined) draft.notes.push(window.note);
  if (tier === undefined) warnings.push(noTier(REPEAT_TIERS));
  if (type === undefined) warnings.push(NO_TYPE);
  const found =
    typeof type === "string" && type !== "" ? checkCollectionType(type, rules.collectionTypes) : {};
  if (found.fault !== undefined) faults.push(found.fault);
  if (found.warning !== undefined) warnings.push(found.warning);
  warnings.push(...constraintWarnings(properties));
  const azimuth = azimuthNote(properties);
  if (azimuth !== undefined) draft.details.push(azimuth);
  return draft;
}

const conflict = (isCount: boolean): Fault => ({
  code: "REPEAT_END_CONFLICT",
  path: REPETITION,
  flag: "--until-canceled",
  rule: "a series has one end trigger: a count, an end date, or none until it is cancelled",
  message: `--until-canceled and ${isCount ? "a count" : "an end date"} contradict each other`,
});
