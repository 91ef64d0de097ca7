/**
 * A flag whose value is parsed by a reader. A value that cannot be parsed becomes a stored fault, so that one run
 * reports all invalid flags together with the faults of the body.
 */
import { Option } from "@commander-js/extra-typings";
import type { Reader, Reading } from "../../domain/readers.ts";
import type { Fault } from "../../errors.ts";

const FAULTS = Symbol("faults");
type WithFaults = { [FAULTS]?: Fault[] };

export function faultsOf(option: object): readonly Fault[] {
  return (option as WithFaults)[FAULTS] ?? [];
}

function keepFault(option: Option, text: string, reading: Extract<Reading<unknown>, { ok: false }>): void {
  const flag = option.long ?? option.flags;
  const fault: Fault = {
    code: reading.code ?? "USAGE",
    path: "",
    flag,
    value: text,
    rule: reading.rule,
    message: `${flag} ${JSON.stringify(text)}: ${reading.rule}`,
    next: reading.next,
  };
  ((option as unknown as WithFaults)[FAULTS] ??= []).push(fault);
}

/** Declares a flag of the presentation: the last value applies, so that it overrides an alias or a script. */
export function preference<U extends string, T>(flags: U, description: string, read: Reader<T>) {
  const option = new Option(flags, description).argParser((text: string): T => {
    const reading = read(text);
    if (reading.ok) return reading.value;
    keepFault(option, text, reading);
    return undefined as T;
  });
  return option;
}

/**
 * Declares a flag with one value. Two different values are a fault that reports both, because either could be meant.
 */
export function flag<U extends string, T>(flags: U, description: string, read: Reader<T>) {
  let first: string | undefined;
  const option = new Option(flags, description).argParser((text: string): T => {
    const reading = read(text);
    first ??= text;
    if (reading.ok && text === first) return reading.value;
    const rule = `may be given once, and was ${JSON.stringify(first)} before`;
    keepFault(
      option,
      text,
      reading.ok ? { ok: false, rule, code: "INPUT_AMBIGUOUS", next: "Give it once" } : reading,
    );
    return reading.ok ? reading.value : (undefined as T);
  });
  return option;
}

/** Declares a flag that may be repeated; all values are parsed and kept in order. */
export function repeatable<U extends string, T>(flags: U, description: string, read: Reader<T | T[]>) {
  const option = new Option(flags, `${description} (repeatable)`).argParser(
    (text: string, previous: T[] | undefined): T[] => {
      const reading = read(text);
      const values = previous ?? [];
      if (!reading.ok) {
        keepFault(option, text, reading);
        return values;
      }
      return values.concat(reading.value);
    },
  );
  return option;
}

/** Shows and completes the values of a vocabulary without enforcing them, because the rules of the body do. */
export function suggesting<O extends { argChoices?: readonly string[] }>(
  option: O,
  values: readonly string[],
): O {
  option.argChoices = values;
  return option;
}
