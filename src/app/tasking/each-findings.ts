/** What was found in many features, said so that a person can read it. */
import type { FlagOfPath } from "../../cli/input/check-request.ts";
import type { Fault } from "../../errors.ts";

/** The same fault with the feature named in its path; the flag only where a flag gave the value. */
export function faultIn(index: number, fault: Fault, flags: FlagOfPath): Fault {
  const place = `features[${index}]`;
  const prefix = Object.keys(flags)
    .filter(
      (path) => fault.path === path || fault.path.startsWith(`${path}.`) || fault.path.startsWith(`${path}[`),
    )
    .sort((a, b) => b.length - a.length)[0];
  const flag = fault.flag ?? (prefix === undefined ? undefined : flags[prefix]);
  return {
    ...fault,
    path: fault.path === "" ? place : `${place}.${fault.path}`,
    message: `feature ${index}: ${fault.message}`,
    ...(flag !== undefined && { flag }),
  };
}

/** Each line once, with how often it was said; feature numbers are left out of lines that differ in them alone. */
export function tally(lines: readonly string[]): string[] {
  const counts = new Map<string, { first: string; count: number }>();
  for (const line of lines) {
    const key = line.replace(/^feature \d+: /, "");
    const seen = counts.get(key);
    if (seen === undefined) counts.set(key, { first: line, count: 1 });
    else seen.count += 1;
  }
  return [...counts].map(([key, { first, count }]) => (count === 1 ? first : `${key} (${count} features)`));
}
