/**
 * Checks a body before it is sent and reports each fault with the flag that the user typed. `--no-validate` turns
 * faults into warnings, `--strict` turns warnings into faults.
 */
import type { EndpointName } from "../../contract/endpoints.ts";
import { formatPath, getPath } from "../../contract/json-path.ts";
import { checkBody } from "../../contract/parse.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { parseOwnPath, type BodyFields } from "../../domain/tasking/body-fields.ts";
import { ERROR_CODES, inputError, type ErrorCode, type Fault } from "../../errors.ts";
import { advice, flagName, isCommand, type Hint } from "../../hint.ts";
import type { Context } from "../context.ts";
import { flagOf } from "./usage.ts";

/** Body path -> the flag that fills it, e.g. `{ bbox: "--bbox", "query": "--where" }`. The longest prefix applies. */
export type FlagOfPath = Readonly<Record<string, string>>;

export interface Draft<N extends EndpointName> {
  body: BodyOf<N>;
  query?: Readonly<Record<string, string | undefined>>;
  /** Faults and warnings found while the body was built. */
  faults?: readonly Fault[];
  warnings?: readonly (string | Fault)[];
  /** A part of the body was unreadable, so missing properties are not reported. */
  isPartial?: boolean;
  /** True for a fault that results from another one, which alone is reported. */
  isConsequence?: (fault: Fault) => boolean;
  /** Returns the next step of a fault that depends on the other values of the run. */
  findFix?: (fault: Fault) => Hint | undefined;
}

/** `examples`: flag -> an example of its use, or advice, for faults without a better hint. */
export async function requireValidRequest<N extends EndpointName>(
  { notes, options }: Context,
  name: N,
  draft: Draft<N>,
  flags: FlagOfPath,
  examples: Readonly<Record<string, Hint>> = {},
): Promise<BodyOf<N>> {
  const checked = await checkBody(name, draft.body, { query: draft.query });
  const own = draft.faults ?? [];
  // A fault found while the body was built refers to the typed text; the schema's fault for the same value is
  // dropped.
  const isNew = ({ code, path }: Fault): boolean =>
    !own.some((fault) => fault.code === code && path !== "" && fault.path === path);
  const isReliable = ({ value }: Fault): boolean => draft.isPartial !== true || value !== undefined;
  const all = [...own, ...(checked.ok ? [] : checked.faults.filter(isNew).filter(isReliable))];
  const found = all.filter((fault) => draft.isConsequence?.(fault) !== true);
  const named = (fault: Fault): Fault => {
    const flag = flagOf(fault) ?? flagFor(fault.path, flags);
    const example = flag === undefined || fault.next !== undefined ? undefined : examples[flag];
    const named = {
      ...fault,
      ...(flag !== undefined && { flag }),
      next:
        fault.next ??
        draft.findFix?.(fault) ??
        (example !== undefined && isCommand(example) ? advice`For example: ${example}` : example),
    };
    const missing = fault.value === undefined && flag !== undefined ? MISSING[fault.code]?.[flag] : undefined;
    return missing === undefined ? named : { ...named, message: missing };
  };
  const faults = found.map(named);
  const warnings = draft.warnings ?? [];
  if (options.strict === true) {
    faults.push(...warnings.map((warning) => named(toFault(warning))));
  } else {
    for (const warning of warnings) {
      if (typeof warning === "string") notes.warn(warning);
      else notes.warn(formatWarning(named(warning)), warning.next);
    }
  }
  if (options.validate !== false) {
    if (faults.length > 0) throw inputError(faults);
    return draft.body;
  }
  const hard = faults.filter(({ code }) => ERROR_CODES[code][0] === 2);
  if (hard.length > 0) throw inputError(hard);
  for (const { message, code } of faults) notes.warn(`${message} [${code}]; sent anyway (--no-validate)`);
  return draft.body;
}

/** The missing value, by code and by the first flag that could give it. */
const MISSING: Partial<Record<ErrorCode, Readonly<Record<string, string>>>> = {
  GEOMETRY_TYPE_UNSUPPORTED: { "--point": "No target. Give --point, --place or --file." },
  REPEAT_GEOMETRY_NOT_POINT: { "--point": "No target. Give --point, --place or --file." },
  EXPORT_SELECTOR_MISSING: { "--format": "Give --format or --file-name." },
};

/** A property name alone does not show which of several flags gave it. */
const formatWarning = ({ code, flag, message }: Fault): string =>
  code === "ENUM_INVALID" && flag !== undefined && !message.includes("--") ? `${flag}: ${message}` : message;

/** With --strict a warning becomes a fault, with the warning's rule if there is one. */
const toFault = (warning: string | Fault): Fault =>
  typeof warning === "string"
    ? { code: "USAGE", path: "", message: warning, rule: "no warnings (--strict)" }
    : { ...warning, rule: warning.rule ?? "no warnings (--strict)" };

/** Returns the flag of the longest prefix of the path. */
export function flagFor(path: string, flags: FlagOfPath): string | undefined {
  const matches = Object.keys(flags).filter(
    (prefix) => path === prefix || path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[`),
  );
  const longest = matches.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : flags[longest];
}

/**
 * Returns path -> flag for faults: the flag that gave a field, or that could give a missing one. Fields of a given
 * body have no flag here: the source of the body is reported instead.
 */
export function listFlagsOfFields(
  base: object,
  given: Readonly<Record<string, unknown>>,
  fields: BodyFields,
): Record<string, string> {
  const flags: Record<string, string> = {};
  for (const [option, path] of Object.entries(fields)) {
    const keys = parseOwnPath(path);
    if (given[option] !== undefined || getPath(base, keys) === undefined)
      flags[formatPath(keys)] = flagName(option);
  }
  return flags;
}
