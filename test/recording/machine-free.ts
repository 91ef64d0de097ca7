/** Keeps facts of the machine out of a recording: known values are replaced, and similar texts are refused. */
import { escaped, findFacts, machineFacts } from "../machine-facts.ts";
import { withoutHome } from "../names-below.ts";
import { PID } from "../cli/world.ts";

/** Set by `npm run record`, so that local times and numbers of the recorder's own country cannot be right by chance. */
const RECORDED_IN = { zone: "Pacific/Chatham", language: "tr-TR" };

/** Replaces everything in a recorded text that differs from machine to machine. */
export function withoutMachine(text: string, home: string): string {
  const replaced = withoutHome(text, home)
    .replaceAll(/(freeBytes\W+)\d+/gu, "$1<bytes>")
    .replaceAll(/[\d.]+ [kMGT]?B free\b/gu, "<bytes> free")
    .replaceAll(/^(keyring\tok\t)[^\t\n]*/gmu, "$1<keyring>")
    // Only Node 22 and later report line and column.
    .replaceAll(/(in JSON at position \d+) \(line \d+ column \d+\)/gu, "$1")
    // Stack traces depend on the source, not on the behaviour.
    .replaceAll(/^ +at .*\n/gmu, "");
  return FACTS.reduce(
    (rest, { name, pattern }) => (pattern === undefined ? rest : rest.replaceAll(pattern, `<${name}>`)),
    replaced,
  );
}

/** Looked up once: asking for the group starts a process. */
const FACTS = machineFacts();

/** Forms that have no value to search for: a small number or a common word is not a fact by itself. */
const FORMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["process id", new RegExp(`\\bpid\\W{1,6}(?!${PID}\\b)\\d+`, "iu")],
  ["number of processors", /\b\d+ (?:cores?|CPUs?|processors?)\b|\b(?:cores|cpus|parallelism)\W{1,6}\d+/iu],
  ["free space", /freeBytes\W+\d|\d [kMGT]?B free\b/u],
  ["umask", /\bumask\W{1,6}\d+/iu],
  ["time zone of the recorder", /Chatham|\+1[23]:45/u],
  ["language of the recorder", /\btr[-_]TR\b/u],
];

/** Lists possible facts of this machine. Stricter than the replacement: a name counts in any sentence, a path in any form. */
export function machineLeftIn(text: string): string[] {
  const formsOf = (value: string): string[] => [value, encodeURI(value), encodeURIComponent(value)];
  const asWords = (value: string): RegExp =>
    new RegExp(`(?<!\\w)(?:${formsOf(value).map(escaped).join("|")})(?!\\w)`, "iu");
  const values = FACTS.map(({ name, value }) => [name, asWords(value)] as const);
  return findFacts(text, [...values, ...FORMS]);
}

/** Throws unless the process was started by `npm run record`. */
export function requireRecorder(): void {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone === RECORDED_IN.zone && locale === RECORDED_IN.language) return;
  throw new Error(`this process runs in ${timeZone} and ${locale}: type npm run record`);
}
