/**
 * Flags and arguments. Commander parses their words; whatever else is known about one is in a record of our own beside it.
 *
 * `flag("--count <n>", "number of collects", integer(1, 100))` declares a flag with a reader. Commander only collects its
 * texts, and `readFlag` reads them after the whole line is parsed: a text that cannot be read becomes a fault, so that one run
 * reports all invalid flags together with the faults of the body.
 */
import { Argument, Option, type Command } from "@commander-js/extra-typings";
import type { Reading, SystemReader } from "../../domain/readers.ts";
import { type Fault, quoteText } from "../../errors.ts";
import type { ListName, PickList } from "../ids/pick-list.ts";
import { cleanId, toPlainText } from "../input/look-alikes.ts";

/** Returns the values that a shell proposes for a typed text, after the arguments before it; or that they are files. */
type Completer = (typed: string, before: readonly string[]) => Promise<readonly string[] | "files">;

/** The properties of a flag or an argument that commander does not have. */
interface FlagRecord {
  readonly read?: SystemReader<unknown>;
  /** The meaning of several values: a fault if they differ, the last one, or all of them. */
  readonly several?: "fault" | "last" | "all";
  /** For values that are too many for help, or that depend on the words before. */
  readonly complete?: Completer;
  /** The list from which a missing value is chosen, on a terminal. Elsewhere a run ends with its usage error. */
  readonly pick?: PickList;
}

const RECORDS = new WeakMap<object, FlagRecord>();

export const recordOf = (named: Option | Argument): FlagRecord => RECORDS.get(named) ?? {};

function addToRecord<N extends object>(named: N, more: FlagRecord): N {
  RECORDS.set(named, { ...RECORDS.get(named), ...more });
  return named;
}

const collectTexts = (text: string, before: unknown): string[] =>
  Array.isArray(before) ? [...(before as string[]), text] : [text];

function declareFlag<U extends string, T>(flags: U, description: string, record: FlagRecord) {
  const collect = collectTexts as unknown as (text: string, before: T) => T;
  return addToRecord(new Option(flags, description).argParser(collect), record);
}

/** Declares a flag of the presentation: the last value applies, so that it overrides an alias or a script. */
export const preference = <U extends string, T>(flags: U, description: string, read: SystemReader<T>) =>
  declareFlag<U, T>(flags, description, { read, several: "last" });

/**
 * Declares a flag with one value. Two different values are a fault that reports both, because either could be meant.
 */
export const flag = <U extends string, T>(flags: U, description: string, read: SystemReader<T>) =>
  declareFlag<U, T>(flags, description, { read, several: "fault" });

/** Declares a flag that may be repeated; all values are parsed and kept in order. */
export const repeatable = <U extends string, T>(flags: U, description: string, read: SystemReader<T | T[]>) =>
  declareFlag<U, T[]>(flags, `${description} (repeatable)`, { read, several: "all" });

/** Returns the values of the flags of a parsed command by their names, and the faults of their texts. */
export function readFlags(
  command: ParsedCommand,
  platform: string,
): { options: Record<string, unknown>; faults: Fault[] } {
  const options: Record<string, unknown> = { ...command.opts() };
  const faults = command.options.flatMap((option) => {
    const name = option.attributeName();
    const typed = options[name];
    // `--map` alone has the value `true`; `--no-header` and a `--header` of a command have one name.
    const isRead = recordOf(option).read !== undefined && command.getOptionValueSource(name) === "cli";
    if (!isRead || !Array.isArray(typed)) return [];
    const reading = readFlag(option, typed as string[], platform);
    options[name] = reading.value;
    return reading.faults;
  });
  return { options, faults };
}

type ParsedCommand = Pick<Command, "options" | "opts" | "getOptionValueSource">;

/** Returns the value of the texts of a flag, as far as they can be read, and a fault for each other text. */
export function readFlag(
  option: Option,
  texts: readonly string[],
  platform: string,
): { value: unknown; faults: Fault[] } {
  const { read, several } = recordOf(option);
  if (read === undefined || texts.length === 0) return { value: texts.at(-1), faults: [] };
  const [first] = texts;
  const clean = chooseCleaner(option.flags);
  const readings = texts.map((text) => readLeniently(read, clean(text), platform));
  const faults = readings.flatMap((reading, at) => {
    const text = texts[at]!;
    if (!reading.ok) return toFault(option, text, reading);
    if (several !== "fault" || text === first) return [];
    const rule = `may be given once, and was ${JSON.stringify(first)} before`;
    return toFault(option, text, { ok: false, rule, code: "INPUT_AMBIGUOUS", next: "Give it once" });
  });
  const values = readings.flatMap((reading) => (reading.ok ? reading.value : []));
  const last = readings.at(-1)!;
  // With two different values, the last is checked by the other rules.
  return { value: several === "all" ? values : last.ok ? last.value : undefined, faults };
}

/** Returns how the texts of a flag are cleaned before they are read: ids and times have no other form. */
function chooseCleaner(flags: string): (text: string) => string {
  if (/<(?:id|\w+Id|collection\/item)>/.test(flags)) return cleanId;
  return /<(?:time|interval|date)>/.test(flags) ? toPlainText : (text) => text;
}

/** Reads a text. One that has look-alikes of other characters, and that cannot be read as it is, is read with those. */
function readLeniently(read: SystemReader<unknown>, text: string, platform: string): Reading<unknown> {
  const reading = read(text, platform);
  const plain = reading.ok ? text : toPlainText(text);
  if (plain === text) return reading;
  const second = read(plain, platform);
  return second.ok ? second : reading;
}

function toFault(option: Option, text: string, reading: Extract<Reading<unknown>, { ok: false }>): Fault {
  const { code = "USAGE", rule, next } = reading;
  const name = option.long ?? option.flags;
  return {
    code,
    path: "",
    flag: name,
    value: text,
    rule,
    message: `${name} ${quoteText(text)}: ${rule}`,
    next,
  };
}

/** Shows and completes the values of a vocabulary without enforcing them, because the rules of the body do. */
export function suggesting<O extends { argChoices?: readonly string[] }>(
  option: O,
  values: readonly string[],
): O {
  option.argChoices = values;
  return option;
}

/** Declares the values that a shell proposes; they are loaded only then. */
export const completing = <N extends Option | Argument>(named: N, complete: Completer): N =>
  addToRecord(named, { complete });

/** Declares the list from which a missing argument or flag is chosen. */
export const pickedFrom = <N extends Option | Argument>(
  named: N,
  list: ListName,
  { unless = [], needs = [] }: Partial<Omit<PickList, "list">> = {},
): N => addToRecord(named, { pick: { list, unless, needs } });

/** Returns an argument for ids of `kind`, which stdin may give. */
export const pickedIds = <const Syntax extends string>(
  syntax: Syntax,
  kind: string,
  list: ListName,
  options: Partial<Omit<PickList, "list">> = {},
) => pickedFrom(new Argument(syntax, `${kind} (- reads them from stdin)`), list, options);
