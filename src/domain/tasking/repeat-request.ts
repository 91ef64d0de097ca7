/** Builds the body of `POST /repeat-requests` in the spelling of the interface's table. */
import { toJsonObject } from "../../contract/json-object.ts";
import type { Fault } from "../../errors.ts";
import { mergeFields } from "./body-fields.ts";
import { findContractConflict, type ContractSetting } from "../contract-findings.ts";
import {
  dropEmptyConstraints,
  judgeDraft,
  normaliseProductTypes,
  startDraft,
  type DraftRules,
  type RequestDraft,
} from "./request-draft.ts";

export interface RepeatRules extends DraftRules {
  /** Not a field of the body: it declares that no end trigger is intended. */
  untilCanceled: boolean;
  /** Not sent: the interface has a contract for tasks only. */
  contractId?: ContractSetting | undefined;
}

export const REPETITION = "properties.repetitionProperties";

/** Properties that a repeat request may have, although its table does not list them. */
const UNLISTED = ["contractId", "preApproval", "archiveHoldback", "processingConfig", "untilCanceled"];

export function draftRepeat(base: Readonly<Record<string, unknown>>, rules: RepeatRules): RequestDraft {
  const { given, fields } = rules;
  const draft = startDraft("repeat", base, rules.dialect);
  draft.faults.push(...findContractConflict(draft.body, base, given["contract"]));
  draft.body = dropEmptyConstraints(mergeFields(draft.body, given, fields));
  if (draft.body["contractId"] === undefined) draft.notes.push(...noteUnsentContract(rules.contractId));
  normaliseProductTypes(draft);
  const properties = toJsonObject(draft.body["properties"]);
  const repetition = toJsonObject(properties["repetitionProperties"]);
  const { warnings, faults } = draft;
  const warn = (path: string, rule: string, message: string): void =>
    void warnings.push({ code: "FIELD_TYPE_INVALID", path, rule, message });

  const count = repetition["repetitionCount"];
  const untilCanceled =
    rules.untilCanceled ||
    [repetition, properties, draft.body].some((members) => members["untilCanceled"] === true);
  const end = repetition["repeatEnd"] ?? repetition["repetitionEnd"];
  if (rules.untilCanceled && (count !== undefined || end !== undefined))
    faults.push(makeEndFault(count !== undefined));
  if (!untilCanceled && count === undefined && end === undefined)
    warn(REPETITION, "an end of the series", "no end is given: the series runs until it is cancelled");
  if (repetition["repeatStart"] === undefined)
    warn(`${REPETITION}.repeatStart`, "a repeatStart", "no start is given: the service chooses");
  if (repetition["repetitionInterval"] === undefined)
    warn(
      `${REPETITION}.repetitionInterval`,
      "a repetitionInterval",
      "no interval is given: the service chooses",
    );
  for (const name of ["lookAngleTolerance", "azimuthAngleTolerance"]) {
    const message = `${name} is only used with maintainSceneFraming`;
    if (repetition[name] !== undefined && repetition["maintainSceneFraming"] !== true)
      warn(`${REPETITION}.${name}`, "maintainSceneFraming true", message);
  }
  for (const name of UNLISTED) {
    const message = `${name} is not in the interface's table of repeat requests; it is sent anyway`;
    // This flag is offered for every series, so its member is no surprise.
    const isFlag = name === "processingConfig" && given["productType"] !== undefined;
    if (!isFlag && [draft.body, properties, repetition].some((members) => members[name] !== undefined))
      warn(`properties.${name}`, "a property of the interface's table", message);
  }
  const span = { open: repetition["repeatStart"], close: end, endPath: `${REPETITION}.repeatEnd` };
  judgeDraft(draft, span, rules);
  return draft;
}

function* noteUnsentContract(setting: ContractSetting | undefined): Generator<string> {
  if (setting?.value === undefined) return;
  const source = setting.origin === "profile" ? "the profile" : setting.source;
  yield `the contract ${setting.value} of ${source} is for tasks, and is not sent with a series`;
}

const makeEndFault = (isCount: boolean): Fault => ({
  code: "REPEAT_END_CONFLICT",
  path: REPETITION,
  rule: "a series has one end trigger: a count, an end date, or none until it is cancelled",
  message: `${isCount ? "a count" : "an end date"} contradicts a series that runs until it is cancelled`,
});
