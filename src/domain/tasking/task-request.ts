/** Builds the body of `POST /task` from flags and files. */
import { removePath } from "../../contract/json-path.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { POLYGON_TYPE } from "../../contract/vocabulary.ts";
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
import { computeClose } from "./window-words.ts";

export interface TaskRules extends DraftRules {
  /** Milliseconds from open to close. */
  windowMs?: number | undefined;
  placement: Placement;
  /** For a request without a contract. */
  contractId?: ContractSetting | undefined;
}

/** Values with two places in the body: the flag replaces both. */
const TWICE = {
  preApprove: "preApproval",
  custom1: "customAttribute1",
  custom2: "customAttribute2",
} as const;

export function draftTask(base: Readonly<Record<string, unknown>>, rules: TaskRules): RequestDraft {
  const { given, fields, windowMs } = rules;
  const draft = startDraft("task", base, rules.dialect);
  draft.faults.push(...findContractConflict(draft.body, base, given["contract"], rules.contractId));
  for (const [option, name] of Object.entries(TWICE)) {
    if (given[option] !== undefined)
      draft.body = removePath(draft.body, ["properties", name]) as Record<string, unknown>;
  }
  draft.body = dropEmptyConstraints(mergeFields(draft.body, given, fields));
  if (windowMs !== undefined && given["windowClose"] === undefined) {
    const open = toJsonObject(draft.body["properties"])["windowOpen"];
    const close = computeClose(open, windowMs);
    if (close !== undefined) {
      draft.body = mergeFields(draft.body, { windowClose: close }, fields);
      draft.notes.push(`the window closes at ${close}`);
    } else draft.faults.push(uncounted);
  }
  if (rules.contractId?.value !== undefined && draft.body["contractId"] === undefined)
    draft.body["contractId"] = rules.contractId.value;
  normaliseProductTypes(draft);
  draft.body = placeFields(draft.body, rules.placement);
  const { windowOpen: open, windowClose: close } = toJsonObject(draft.body["properties"]);
  const isPolygon = toJsonObject(draft.body["geometry"])["type"] === "Polygon";
  const span = { open, close, endPath: "properties.windowClose" };
  judgeDraft(draft, span, rules, isPolygon ? POLYGON_TYPE : undefined);
  return draft;
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
  const properties: Record<string, unknown> = { ...toJsonObject(body["properties"]) };
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
