/** Builds the body of a retask, and the description that the service will write. */
import type { Dialect } from "../../contract/dialect.ts";
import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import { RETASK_REPETITION } from "../../contract/member-names.ts";
import type { Fault } from "../../errors.ts";
import type { Findings } from "../findings.ts";
import { mergeFields, type BodyFields } from "./body-fields.ts";
import { checkTier } from "./request-draft.ts";
import { correctFields } from "../correct-fields.ts";
import { listDialectPaths } from "../wire-dialect.ts";
import { computeClose, judgeWindow } from "./window-words.ts";
import { formatTimestamp } from "../../time/timestamp.ts";

type RetaskDialect = Pick<Dialect, "retaskEnvelope" | "retaskAnglesAsString" | "retaskRepetitionNested">;

export type RetaskSubject = "task" | "collect" | "repeat";

export interface RetaskRules {
  /** Values of flags by option; times are already in the form to send. */
  given: Readonly<Record<string, unknown>>;
  fields: BodyFields;
  dialect: Dialect;
  nowMs: number;
  /** Sends a window that has closed. */
  allowPast?: boolean;
  /** Milliseconds from open to close. Without an open the service opens the window when it gets the request. */
  windowMs?: number | undefined;
}

const KINDS = { task: "retask", collect: "retask-collect", repeat: "retask-repeat" } as const;

export interface RetaskDraft extends Findings {
  body: Record<string, unknown>;
}

/**
 * Returns the body before the dialect is applied. The service fills missing fields from the original, or with its
 * defaults.
 */
export function draftRetask(
  subject: RetaskSubject,
  base: Readonly<Record<string, unknown>>,
  { given, fields, dialect, nowMs, allowPast, windowMs }: RetaskRules,
): RetaskDraft {
  const kind = KINDS[subject];
  const { body: corrected, ...correction } = correctFields(kind, base, listDialectPaths(kind, dialect));
  const { type = "Feature", properties = {}, ...rest } = corrected;
  const { faults, notes } = correction;
  let body = mergeFields({ type, ...rest, properties }, given, fields);
  if (windowMs !== undefined && given["windowClose"] === undefined) {
    const open = toJsonObject(body["properties"])["windowOpen"] ?? formatTimestamp(nowMs);
    const close = computeClose(open, windowMs);
    if (close !== undefined) {
      body = mergeFields(body, { windowClose: close }, fields);
      notes.push(`the window closes at ${close}`);
    }
  }
  const found = toJsonObject(body["properties"]);
  const [start, end] = subject === "repeat" ? ["repeatStart", "repeatEnd"] : ["windowOpen", "windowClose"];
  const warnings = [
    ...correction.warnings,
    ...checkEnd(subject, found),
    ...checkTier(found["collectionTier"]),
  ];
  const draft: RetaskDraft = { body, faults, warnings, notes };
  const close = found[end] ?? found["repetitionEnd"];
  const span = { open: found[start], close, endPath: `properties.${end}` };
  judgeWindow(span, { nowMs, allowPast }, draft);
  return draft;
}

/** Returns warnings about missing values for which the interface is unclear. */
function checkEnd(subject: RetaskSubject, properties: JsonObject): Fault[] {
  if (subject !== "repeat") return [];
  return ENDS.every((name) => properties[name] === undefined) ? [NO_END] : [];
}

const ENDS = ["repeatEnd", "repetitionEnd", "repetitionCount", "untilCanceled"];

const NO_END: Fault = {
  code: "REPEAT_END_CONFLICT",
  path: "properties",
  rule: "an end of the series",
  message: "no end of the series is given: the service uses the end of the original, or none",
};

const ANGLES = ["offNadirMin", "offNadirMax"];

/** Returns the body in the envelope of this deployment. */
export function toWireRetask(
  body: Readonly<Record<string, unknown>>,
  { retaskEnvelope, retaskAnglesAsString, retaskRepetitionNested }: RetaskDialect,
): Record<string, unknown> {
  const { properties, ...rest } = body;
  const fields: Record<string, unknown> = { ...(properties as object) };
  if (retaskAnglesAsString) {
    for (const name of ANGLES) if (typeof fields[name] === "number") fields[name] = String(fields[name]);
  }
  if (retaskRepetitionNested) {
    const nested = Object.entries(fields).filter(([name]) => RETASK_REPETITION.has(name));
    for (const [name] of nested) delete fields[name];
    if (nested.length > 0) fields["repetitionProperties"] = Object.fromEntries(nested);
  }
  switch (retaskEnvelope) {
    case "feature":
      return { ...rest, properties: fields };
    case "feature-null-geometry":
      return { ...rest, geometry: null, properties: fields };
    case "flat": {
      const { type: _type, ...others } = rest;
      return { ...others, ...fields };
    }
  }
}

// Spec silent: the suffix of a retask after an empty description or another suffix. We expect it to be appended
// literally each time.
const SUFFIXES: Readonly<Record<RetaskSubject, string>> = { task: "TRID", collect: "CID", repeat: "RRID" };

/** Returns the description that the service will write: its suffix has a space and a hyphen. */
export const formatRetaskDescription = (
  subject: RetaskSubject,
  id: string,
  description: string | undefined,
): string => `${description ?? ""} - ${SUFFIXES[subject]}: ${id}`;
