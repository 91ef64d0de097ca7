/** Formats a failure: lines for people, or one JSON object for scripts, with the same content. */
import type { AppError, ErrorCode, Fault } from "../../errors.ts";
import { hintText, swath, type WriteCommand } from "../../hint.ts";
import type { Paint } from "../../render/paint.ts";
import { escapeJson, escapeLine } from "../../render/safe-text.ts";
import type { HeldLine, Output } from "../world.ts";
import { breakBetweenWords, formatHint, joinWords } from "./notes.ts";
import { withFix } from "./fault-fixes.ts";

const toFaultJson = (
  { code, flag, path, value, rule, message, next: hint }: Fault,
  write: WriteCommand,
): object => ({
  code,
  flag,
  path: path === "" ? undefined : path,
  value,
  rule,
  message,
  hint: hint && hintText(hint, write),
});

/** Returns the faults, each with its flag and its fix; faults from the service keep its text. */
const listIssues = ({ kind, issues }: AppError): readonly Fault[] =>
  kind === "service" ? issues : issues.map(withFix);

/** Returns the JSON error object, on one line, with earlier messages. */
export function formatErrorJson(
  error: AppError,
  write: WriteCommand,
  said: readonly HeldLine[] = [],
): string {
  const saidAs = (isWarning: boolean): string[] =>
    said.filter((one) => one.isWarning === isWarning).map(({ message }) => message);
  const [warnings, notes] = [saidAs(true), saidAs(false)];
  const hint = error.next;
  return `${escapeJson({
    error: {
      code: error.code,
      message: error.message,
      source: error.kind,
      exitCode: error.exitCode,
      httpStatus: error.status,
      serviceCode: error.serviceCode,
      hint: hint && hintText(hint, write),
      ...(error.issues.length > 0 && {
        details: listIssues(error).map((fault) => toFaultJson(fault, write)),
      }),
      request: error.request,
      ...error.data,
    },
    ...(warnings.length > 0 && { warnings }),
    ...(notes.length > 0 && { notes }),
  })}\n`;
}

const VALUE_LENGTH = 80;

/** Returns the fault as a sentence about the typed flag, or about the path in the body if no flag gave the value. */
function formatFault(fault: Fault): string {
  const { flag, path, message } = fault;
  const subject = flag ?? path;
  if (subject === "" || message.includes(subject)) return message;
  const label = labelOf(path);
  // The body's rules begin with the property name, which is less helpful than the flag.
  const isSame =
    label !== "" && message.startsWith(`${label} `) && !DOCUMENTS.has(subject) && !path.startsWith("query.");
  return isSame ? `${subject}${message.slice(label.length)}` : `${subject}: ${message}`;
}

/** Flags whose value contains several properties: without the property name the sentence is ambiguous. */
const DOCUMENTS = new Set(["--where", "--data", "--set", "--file", "--items"]);

/** Returns the last name of a path with its indexes: `coordinates[0]` of `intersects.coordinates[0]`. */
const labelOf = (path: string): string => /[^.[\]]*(?:\[\d+\])*$/.exec(path)?.[0] ?? "";

/** Returns the value of a fault if its message lacks it; for a value that is not a single word the rule suffices. */
function formatValue({ value, message }: Fault): string {
  if (value === undefined || (typeof value === "object" && value !== null)) return "";
  const shown = escapeJson(value);
  const isShown = message.includes(shown) || (typeof value === "string" && message.includes(value));
  if (isShown) return "";
  return ` (got ${shown.length > VALUE_LENGTH ? `${shown.slice(0, VALUE_LENGTH)}…` : shown})`;
}

/** Returns each fault as one line; the failure itself if it has at most one. */
export function formatFaultLines(error: AppError): string[] {
  if (error.issues.length < 2) return [error.message];
  return listIssues(error).map((fault) => formatFault(fault) + formatValue(fault));
}

/** Returns the fix, or the rule if the sentence does not contain it. */
function formatAdvice(fault: Fault, write: WriteCommand): string | undefined {
  const { rule, message } = fault;
  const fix = withFix(fault).next;
  if (fix !== undefined) return formatHint(fix, write);
  return rule === undefined || message.includes(rule) ? undefined : escapeLine(`Rule: ${rule}`);
}

/** Returns the facts for look-up: the stable code, and the path in the body if the sentence has a flag. */
const formatFacts = ({ code, flag, path }: Fault): string =>
  flag === undefined || path === "" || path === flag ? code : `${code} at ${path}`;

/** Codes whose entry in troubleshooting has a list of cases or steps, which is more than a next step can say. */
export const NEEDS_STEPS: ReadonlySet<ErrorCode> = new Set([
  "OUTCOME_UNKNOWN",
  "INTENT_OPEN",
  "JOURNAL_UNWRITABLE",
]);

/** Returns lines for people: the message, every fault with flag, rule and value, and the next step. */
export function formatError(
  error: AppError,
  paint: Paint,
  writePlain: WriteCommand,
  output: Pick<Output, "isTTY" | "columns">,
): string {
  const write = joinWords(writePlain);
  const issues = listIssues(error);
  const only = issues.length === 1 ? issues[0] : undefined;
  // A message from the service is shown unchanged.
  const isOurs = only !== undefined && error.kind !== "service";
  const message = isOurs ? formatFault(only) + formatValue(only) : error.message;
  const lines = [`${paint("red", "Error:")} ${breakBetweenWords(escapeLine(message), output, "Error: ")}`];
  const add = (line: string, mark = "  "): void =>
    void lines.push(mark + breakBetweenWords(line, output, mark));

  if (only === undefined) {
    for (const [at, fault] of issues.entries()) {
      // The service sends one code for all of its faults.
      const facts = error.kind === "service" ? "" : ` [${formatFacts(fault)}]`;
      add(escapeLine(`${formatFault(fault)}${formatValue(fault)}${facts}`), "  - ");
      const advice = formatAdvice(fault, write);
      const next = issues[at + 1];
      const isRepeated = next !== undefined && formatAdvice(next, write) === advice;
      if (advice !== undefined && !isRepeated) add(advice, "    ");
    }
  }
  const step = error.next;
  const hint = step === undefined ? only && formatAdvice(only, write) : formatHint(step, write);
  const isShown = error.issues.length > 1 && error.issues.some(({ next }) => next === error.next);
  if (hint !== undefined && !isShown) add(hint);
  const isElsewhere = only !== undefined && !isOurs && only.path !== "" && !message.includes(only.path);
  const facts =
    only === undefined || only.code !== error.code
      ? error.code
      : isElsewhere
        ? `${only.code} at ${escapeLine(only.path)}`
        : formatFacts(only);
  const more = NEEDS_STEPS.has(error.code) ? `; more: ${writePlain(swath`help ${error.code}`)}` : "";
  lines.push(paint("dim", `  code ${facts}, exit ${error.exitCode}${more}`));
  return `${lines.join("\n")}\n`;
}
