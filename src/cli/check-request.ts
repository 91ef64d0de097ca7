/**
 * The gate before sending: every fault of a body, named by the flag that a person typed. `--no-validate` turns faults
 * into warnings, `--strict` turns warnings into faults.
 */
import type { EndpointName } from "../contract/endpoints.ts";
import { checkBody } from "../contract/parse.ts";
import type { BodyOf } from "../contract/schemas.ts";
import { ERROR_CODES, inputError, type Fault } from "../errors.ts";
import type { Context } from "./context.ts";

/** Body path -> the flag that fills it, e.g. `{ bbox: "--bbox", "query": "--where" }`. The longest prefix wins. */
export type FlagOfPath = Readonly<Record<string, string>>;

export interface Draft<N extends EndpointName> {
  body: BodyOf<N>;
  query?: Readonly<Record<string, string | undefined>>;
  /** Faults and warnings that were found while the body was built. */
  faults?: readonly Fault[];
  warnings?: readonly string[];
}

export async function checkRequest<N extends EndpointName>(
  { notes, options }: Pick<Context, "notes" | "options">,
  name: N,
  draft: Draft<N>,
  flags: FlagOfPath,
): Promise<BodyOf<N>> {
  const checked = await checkBody(name, draft.body, { query: draft.query });
  const found = [...(draft.faults ?? []), ...(checked.ok ? [] : checked.faults)];
  const faults: Fault[] = found.map((fault) => ({
    ...fault,
    flag: fault.flag ?? flagFor(fault.path, flags),
  }));
  const warnings = draft.warnings ?? [];
  if (options.strict === true) {
    faults.push(
      ...warnings.map((message): Fault => ({
        code: "USAGE",
        path: "",
        message,
        rule: "--strict: no warnings",
      })),
    );
  } else {
    for (const warning of warnings) notes.warn(warning);
  }
  if (options.validate !== false) {
    if (faults.length > 0) throw inputError(faults);
    return draft.body;
  }
  const hard = faults.filter(({ code }) => ERROR_CODES[code][0] === 2);
  if (hard.length > 0) throw inputError(hard);
  for (const { message, code } of faults)
    notes.warn(`${message} [${code}]; sent all the same (--no-validate)`);
  return draft.body;
}

function flagFor(path: string, flags: FlagOfPath): string | undefined {
  const matches = Object.keys(flags).filter(
    (prefix) => path === prefix || path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[`),
  );
  const longest = matches.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : flags[longest];
}
