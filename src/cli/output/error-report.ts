/** How a failure is told: lines for people, or one JSON object for scripts. Both say the same. */
import type { AppError, ErrorCode, Fault } from "../../errors.ts";
import { suggestion, withFix } from "./fix-hints.ts";
import { safeJson } from "../../render/safe-json.ts";
import { safeText } from "../../render/safe-text.ts";
import type { Paint } from "../../render/paint.ts";

const faultJson = ({ code, flag, path, value, rule, message, hint }: Fault): object => ({
  code,
  ...(flag !== undefined && { flag }),
  ...(path !== "" && { path }),
  ...(value !== undefined && { value }),
  ...(rule !== undefined && { rule }),
  message,
  ...(hint !== undefined && { hint }),
});

/** What is wrong, each with what to do about it; the service's own faults keep the service's words. */
const issuesOf = ({ kind, issues }: AppError): readonly Fault[] =>
  kind === "service" ? issues : issues.map(withFix);

/** The JSON error object, as one line. */
export function errorJson(error: AppError): string {
  return `${safeJson({
    error: {
      code: error.code,
      message: error.message,
      source: error.kind,
      exitCode: error.exitCode,
      ...(error.status !== undefined && { httpStatus: error.status }),
      ...(error.serviceCode !== undefined && { serviceCode: error.serviceCode }),
      ...(error.hint !== undefined && { hint: error.hint }),
      ...(error.issues.length > 0 && { details: issuesOf(error).map(faultJson) }),
      ...(error.request !== undefined && { request: error.request }),
      ...error.data,
    },
  })}\n`;
}

const VALUE_LENGTH = 80;

/** The fault as a sentence about what the person typed, or about the body's path where no flag gave it. */
function faultText(fault: Fault): string {
  const { flag, path, message } = fault;
  const subject = flag ?? path;
  if (subject === "" || message.includes(subject)) return message;
  const label = labelOf(path);
  // The body's own rules begin with the member's name, which says less than the flag that filled it.
  const isSame =
    label !== "" && message.startsWith(`${label} `) && !DOCUMENTS.has(subject) && !path.startsWith("query.");
  return isSame ? `${subject}${message.slice(label.length)}` : `${subject}: ${message}`;
}

/** Flags whose value names the members it gives: without the name nobody knows which one is meant. */
const DOCUMENTS = new Set(["--where", "--data", "--set", "--filter", "--file", "--items"]);

/** The last name of a path with its indexes: `coordinates[0]` of `intersects.coordinates[0]`. */
const labelOf = (path: string): string => /[^.[\]]*(?:\[\d+\])*$/.exec(path)?.[0] ?? "";

/** The value of a fault when its message does not already show it; what is no single word is told by the rule. */
function valueText({ value, message }: Fault): string {
  if (value === undefined || (typeof value === "object" && value !== null)) return "";
  const shown = safeJson(value);
  if (message.includes(typeof value === "string" ? value : shown)) return "";
  return ` (got ${shown.length > VALUE_LENGTH ? `${shown.slice(0, VALUE_LENGTH)}…` : shown})`;
}

const WORDED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["ENUM_INVALID", "FIELD_TYPE_INVALID"]);

/** What to type next, as the fault says it; else the rule, where the sentence does not hold it already, and what is known. */
function adviceText(fault: Fault): string | undefined {
  const { hint, rule, message, code } = fault;
  if (hint !== undefined) return hint;
  const fix = withFix(fault).hint;
  if (rule === undefined) return fix;
  // A sentence that names the words or the type that would do has said how to mend it.
  if (message.includes(rule)) return WORDED.has(code) ? suggestion(fault) : fix;
  return `Rule: ${rule}${fix === undefined || fix.includes(rule) ? "" : `. ${fix}`}`;
}

/** For those who want to look it up: the stable code, and the place in the body when the sentence names a flag. */
const factsText = ({ code, flag, path }: Fault): string =>
  flag === undefined || path === "" || path === flag ? code : `${code} at ${path}`;

/** Lines for people: what happened, every fault with flag, rule and value, and what to type next. */
export function errorText(error: AppError, paint: Paint): string {
  const head = `${paint("red", "Error:")} `;
  const only = error.issues.length === 1 ? error.issues[0] : undefined;
  // What the service said keeps the service's own words around it.
  const isOurs = only !== undefined && error.kind !== "service";
  const lines = [head + safeText(isOurs ? faultText(only) + valueText(only) : error.message)];
  if (only === undefined) {
    for (const fault of error.issues) {
      // The service sends one code for all of its faults.
      const facts = error.kind === "service" ? "" : ` [${factsText(fault)}]`;
      lines.push(`  - ${safeText(faultText(fault) + valueText(fault))}${facts}`);
      const advice = adviceText(fault);
      if (advice !== undefined) lines.push(`    ${paint("dim", safeText(advice))}`);
    }
  }
  const hint = error.hint ?? (only && adviceText(only));
  const isSaid = error.issues.length > 1 && error.issues.some((fault) => fault.hint === hint);
  if (hint !== undefined && !isSaid) lines.push(`  ${safeText(hint)}`);
  const facts = only === undefined || only.code !== error.code ? error.code : factsText(only);
  lines.push(paint("dim", `  code ${facts}, exit ${error.exitCode}`));
  return `${lines.join("\n")}\n`;
}
