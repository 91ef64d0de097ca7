/** How a failure is told: lines for people, or one JSON object for scripts. Both say the same. */
import type { AppError, Fault } from "../errors.ts";
import { safeJson } from "../render/safe-json.ts";
import { safeText } from "../render/safe-text.ts";
import type { Paint } from "../render/paint.ts";

const faultJson = ({ code, flag, path, value, rule, message, hint }: Fault): object => ({
  code,
  ...(flag !== undefined && { flag }),
  ...(path !== "" && { path }),
  ...(value !== undefined && { value }),
  ...(rule !== undefined && { rule }),
  message,
  ...(hint !== undefined && { hint }),
});

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
      ...(error.issues.length > 0 && { details: error.issues.map(faultJson) }),
      ...(error.request !== undefined && { request: error.request }),
      ...error.data,
    },
  })}\n`;
}

const VALUE_LENGTH = 80;

function faultText(fault: Fault): string {
  const place = [fault.flag, fault.path === "" ? undefined : fault.path].filter((part) => part !== undefined);
  const named = place.length === 0 || fault.message.startsWith(place[0]!) ? "" : `${place.join(", ")}: `;
  return `${named}${fault.message}`;
}

/** The value of a fault when its message does not already show it. */
function valueText(fault: Fault): string {
  if (fault.value === undefined) return "";
  const shown = safeJson(fault.value);
  const bare = typeof fault.value === "string" ? fault.value : shown;
  if (fault.message.includes(bare)) return "";
  return ` (got ${shown.length > VALUE_LENGTH ? `${shown.slice(0, VALUE_LENGTH)}…` : shown})`;
}

/** Lines for people: what happened, every fault with flag, rule and value, and what to type next. */
export function errorText(error: AppError, paint: Paint): string {
  const head = `${paint("red", "Error:")} `;
  const only = error.issues.length === 1 ? error.issues[0] : undefined;
  const lines = [
    only === undefined ? head + safeText(error.message) : head + safeText(faultText(only) + valueText(only)),
  ];
  if (only === undefined) {
    for (const fault of error.issues) {
      lines.push(`  - ${safeText(faultText(fault) + valueText(fault))} [${fault.code}]`);
      if (fault.hint !== undefined) lines.push(`    ${paint("dim", safeText(fault.hint))}`);
    }
  }
  const hint = error.hint ?? only?.hint;
  const isSaid = error.issues.length > 1 && error.issues.some((fault) => fault.hint === hint);
  if (hint !== undefined && !isSaid) lines.push(`  ${safeText(hint)}`);
  lines.push(paint("dim", `  code ${error.code}, exit ${error.exitCode}`));
  return `${lines.join("\n")}\n`;
}
