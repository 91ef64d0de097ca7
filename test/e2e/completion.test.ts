/** The completion scripts in their shells. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { need } from "../need.ts";
import { newFolder } from "../new-folder.ts";
import { cleanEnv, QUOTED_COMMAND } from "./swath.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, startTerminal } from "./terminal.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SHELLS = {
  bash: { command: ["bash", "--norc", "--noprofile"], script: "swath.bash" },
  zsh: { command: ["zsh", "-f"], script: "swath.zsh" },
  fish: { command: ["fish", "--no-config"], script: "swath.fish" },
} as const;
type ShellName = keyof typeof SHELLS;

const home = await newFolder();
// fish writes in the background, and may not have finished when its terminal has ended.
const remove = (dir: string): Promise<void> => rm(dir, { recursive: true, force: true, maxRetries: 10 });
afterAll(() => remove(home));
await mkdir(join(home, "bin"));
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;
/**
 * Runs swath with the Node of the tests: the one on the PATH may be another. Shells ask for the same words many times: the
 * answer of swath is kept, by the words and the folders that it reads.
 */
const RUNS_SWATH = `
asked=$(printf '%s\\n' "$XDG_CACHE_HOME" "$XDG_STATE_HOME" "$@" | cksum | tr ' ' -)
answer=${quoted(join(home, "answers"))}/$asked
[ -f "$answer" ] || { ${QUOTED_COMMAND} "$@" >"$answer.$$" && mv "$answer.$$" "$answer"; } || exit
exec cat "$answer"
`;
await mkdir(join(home, "answers"));
await writeFile(join(home, "bin/swath"), `#!/bin/sh\n${RUNS_SWATH}`, { mode: 0o755 });
await mkdir(join(home, "coast"));
await mkdir(join(home, "sub/below"), { recursive: true });
for (const file of ["coast.geojson", "my file.json", "a@b.json", "it's.json", "sub/inner.json"])
  await writeFile(join(home, file), "{}");
for (const [profile, item] of [
  ["default", "north-1"],
  ["sandbox", "sand-1"],
  ["team", "team-1"],
] as const) {
  const dir = join(home, ".cache/swath/ids", profile);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "item"), `${item}\n`);
  await writeFile(join(dir, "granule"), `archive/${item}\n`);
}
const ORDER = "0b4d54a2-3d4e-4b36-8f0e-6c8b5d0f4a11";
await mkdir(join(home, ".local/state/swath/journal"), { recursive: true });
await writeFile(
  join(home, ".local/state/swath/journal/0123456789abcdef-1.json"),
  JSON.stringify({
    version: 1,
    id: "0123456789abcdef-1",
    fingerprint: "0123456789abcdef",
    kind: "placeOrder",
    origin: "https://sar.example",
    profile: "default",
    method: "POST",
    path: "/orders",
    state: "confirmed",
    pid: 1,
    preparedAt: 0,
    resultId: ORDER,
  }),
);

async function propose(
  shell: ShellName,
  lines: readonly string[],
  env: Record<string, string> = {},
): Promise<{ proposals: Map<string, string[]>; stderr: string }> {
  const { command, script } = SHELLS[shell];
  const [program, ...flags] = command;
  const driver = join(import.meta.dirname, `shells/complete.${shell}`);
  const child = spawn(program, [...flags, driver, join(ROOT, "completions", script), ...lines], {
    cwd: home,
    env: cleanEnv(home, { PATH: `${join(home, "bin")}:${process.env["PATH"]}`, LC_ALL: "C.UTF-8", ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const proposals = new Map<string, string[]>();
  let latest: string[] = [];
  for (const line of stdout.split("\n")) {
    const [, sort, rest = ""] = /^(LINE|WORD) (.*)$/.exec(line) ?? [];
    if (sort === "LINE") proposals.set(rest, (latest = []));
    else if (sort === "WORD") latest.push(lastPiece(rest));
  }
  return { proposals, stderr };
}

/** Shells differ in the returned part of a word: all of it, or the part after the last sign or folder. */
const lastPiece = (word: string): string => word.replace(/\/$/, "").replace(/^.*[=:@/]/, "");
const isThere = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

/** The PATH, in which a folder with its own swath (a global installation) is replaced by links to its other programs. */
async function pathWithoutSwath(): Promise<string> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const replaced = folders.map(async (folder, index) => {
    if (!existsSync(join(folder, "swath"))) return folder;
    const links = join(home, "links", String(index));
    await mkdir(links, { recursive: true });
    const names = (await readdir(folder)).filter((name) => name !== "swath");
    await Promise.all(names.map((name) => symlink(resolve(folder, name), join(links, name))));
    return links;
  });
  return (await Promise.all(replaced)).join(delimiter);
}
const PATH_WITHOUT_SWATH = await pathWithoutSwath();

const FORMATS = [
  "csv",
  "geojson",
  "geoparquet",
  "html",
  "id",
  "json",
  "map",
  "ndjson",
  "order-items",
  "table",
  "tsv",
  "yaml",
];
const TYPES = ["CPHD", "GEC", "GEO", "SICD", "SIDD", "SLC", "VS"];

/** A line, and exactly the proposals at its end. */
const TABLE: readonly (readonly [line: string, words: readonly string[]])[] = [
  ["swath cat", ["catalog"]],
  ["swath nonsense-", []],
  ["swath --profile order cat", ["catalog"]],
  ["swath -o json catalog se", ["search"]],
  ["swath order pl", ["place"]],
  ["swath catalog search --orbit", ["--orbit-state"]],
  ["swath catalog search --dry", ["--dry-run"]],
  ["swath catalog search --product-type ", TYPES],
  ["swath catalog search --product-type=", TYPES],
  ["swath catalog search --product-type=SI", ["SICD", "SIDD"]],
  ["swath catalog --sandbox search --orbit-state a", ["ascending"]],
  ["swath catalog search --where sar:prod", ["product_type"]],
  ["swath catalog search --where=view:", ["incidence_angle"]],
  ["swath catalog search -o ", FORMATS],
  ["swath version -o n", ["ndjson"]],
  ["swath catalog search --point -9.14,38.71 --color n", ["never"]],
  ["swath catalog search --point ", []],
  ["swath catalog search -f coa", ["coast", "coast.geojson"]],
  ["swath catalog search --file coa", ["coast", "coast.geojson"]],
  ["swath order place --download coa", ["coast"]],
  ["swath config get dialect.auth.h", []],
  ["swath config set base", ["baseUrl"]],
  ["swath config unset contr", ["contractId"]],
  ["swath config set output t", ["table", "tsv"]],
  ["swath --profile team config set dialect.placement ", ["both", "properties", "root"]],
  ["swath config set elements coa", ["coast", "coast.geojson"]],
  ["swath config set budget ", []],
  ["swath catalog search --where orb", ["orbit"]],
  ["swath catalog search --where orbit=", ["ascending", "descending"]],
  ["swath catalog search --where=look=l", ["left"]],
  ["swath --output t", ["table", "tsv"]],
  ["swath sandbox set generationD", ["generationDelay"]],
  ["swath api P", ["PATCH", "POST", "PUT"]],
  ["swath api GET /collectiont", ["collectiontypes"]],
  ["swath api POST /catalog/s", ["search"]],
  ["swath catalog search --sort sar:prod", ["product_type"]],
  ["swath sandbox faults --add placeO", ["placeOrder"]],
  ["swath completion ", ["bash", "fish", "powershell", "zsh"]],
  ["swath help exit", ["exit-codes"]],
  ["swath help order pl", ["place"]],
  ["swath catalog search --id ", ["north-1"]],
  ["swath --sandbox catalog search --id ", ["sand-1"]],
  ["swath catalog search --profile=team --id=", ["team-1"]],
  ["swath catalog search --profile team --id t", ["team-1"]],
  ["swath order place --item ", ["north-1"]],
  ["swath order wait ", [ORDER]],
  ["swath order wait --sandbox ", []],
  ["swath catalog search --profile ", ["default", "sandbox"]],
  ["swath order wait -- ", [ORDER]],
  ["swath order wait -- -x", []],
  ["swath --output json order wait ", [ORDER]],
];
describe.each(Object.keys(SHELLS) as ShellName[])("completion in %s", (shell) => {
  const missing = !isThere(shell);
  // A machine without the shell reports it; a build that must test it fails.
  it(`${shell} is installed`, (context) => need(!missing, `${shell} is not installed`, context));
  if (missing) return;

  it("proposes exactly the matching words", async () => {
    const { proposals, stderr } = await propose(
      shell,
      TABLE.map(([line]) => line),
    );
    expect(stderr).toBe("");
    const said = TABLE.map(([line]) => [line, [...new Set(proposals.get(line))].toSorted()]);
    const expected = TABLE.map(([line, words]) => [line, [...new Set(words)].toSorted()]);
    expect(said).toEqual(expected);
  });

  it("proposes nothing, and prints no error, without swath", async () => {
    const lines = ["swath cat", "swath order wait ", "swath task create -f coa"];
    const { proposals, stderr } = await propose(shell, lines, { PATH: PATH_WITHOUT_SWATH });
    expect(stderr).toBe("");
    expect([...proposals]).toEqual(lines.map((line) => [line, []]));
  });

  it("proposes nothing without a cache, a journal and a network", async () => {
    const env = {
      XDG_CACHE_HOME: join(home, "none"),
      XDG_STATE_HOME: join(home, "none"),
      HTTPS_PROXY: "http://127.0.0.1:9",
    };
    const lines = ["swath order wait ", "swath catalog search --id "];
    const { proposals, stderr } = await propose(shell, lines, env);
    expect(stderr).toBe("");
    expect([...proposals]).toEqual(lines.map((line) => [line, []]));
  });
});

const COMPLETION_PACKAGE = "/usr/share/bash-completion/bash_completion";

/** The settings that each shell reads before its first prompt. */
const SETTINGS: Record<ShellName, readonly [file: string, text: string]> = {
  bash: [".bashrc", "PS1='$ '; bind 'set enable-bracketed-paste off'"],
  zsh: [".zshrc", "PROMPT='$ '; unset zle_bracketed_paste; autoload -Uz compinit && compinit -u -D"],
  fish: [".config/fish/config.fish", "function fish_prompt; echo -n '$ '; end\nset fish_greeting"],
};
/** A program in place of swath, which prints its arguments. */
const PRINTS_WORDS = `#!/bin/sh
case $1 in
  __complete) ${RUNS_SWATH};;
  *) printf '%s<' GOT; printf '<%s>' "$@"; echo '>' ;;
esac
`;
/** Without the settings of the machine, if a shell can skip them. */
const STARTED: Record<ShellName, string> = { bash: "bash -i", zsh: "zsh -d -i", fish: "fish -i" };

/** Presses the keys of each line in an interactive shell, and returns the words that the shell ran. */
async function press(shell: ShellName, before: string, lines: readonly string[]): Promise<string[]> {
  const script = join(ROOT, "completions", SHELLS[shell].script);
  const [file, settings] = SETTINGS[shell];
  const own = await newFolder();
  onTestFinished(() => remove(own));
  await mkdir(dirname(join(own, file)), { recursive: true });
  await writeFile(join(own, file), `${settings}\n${before}\nsource ${quoted(script)}\n`);
  await mkdir(join(own, "bin"));
  // Without this folder fish fills one in the background, even after the test has ended.
  await mkdir(join(own, ".local/share/fish/generated_completions"), { recursive: true });
  await writeFile(join(own, "bin/swath"), PRINTS_WORDS, { mode: 0o755 });
  const terminal = startTerminal(STARTED[shell], {
    cwd: home,
    env: cleanEnv(own, {
      PATH: `${join(own, "bin")}:${process.env["PATH"]}`,
      LC_ALL: "C.UTF-8",
      INPUTRC: "/dev/null",
      ZDOTDIR: own,
      XDG_CACHE_HOME: join(home, ".cache"),
      XDG_STATE_HOME: join(home, ".local/state"),
    }),
  });
  const ran: string[] = [];
  const prompt = /\$ /;
  await terminal.shows(prompt);
  for (const line of lines) {
    terminal.type(`${line}\r`);
    const got = /GOT<(.*)>\r?\n/;
    ran.push(got.exec(await terminal.shows(got))?.[1] ?? "");
    await terminal.shows(prompt);
  }
  terminal.type("exit\r");
  await terminal.ended;
  return ran;
}

/** Keys, TAB among them, and the words that the shell then runs. */
const KEYS: readonly (readonly [keys: string, words: string])[] = [
  ["swath cata\tse\t--product-type=SI\tC\t", "<catalog><search><--product-type=SICD>"],
  ["swath catalog search --where=view:inc\t", "<catalog><search><--where=view:incidence_angle>"],
  ["swath catalog search --orbit-state d\t", "<catalog><search><--orbit-state><descending>"],
  ["swath catalog search --id no\t", "<catalog><search><--id><north-1>"],
  ["swath catalog search --id=no\t", "<catalog><search><--id=north-1>"],
  [`swath order wait ${ORDER.slice(0, 3)}\t`, `<order><wait><${ORDER}>`],
  ["swath order place --data @coast.g\t", "<order><place><--data><@coast.geojson>"],
  ["swath order place --data=@coast.g\t", "<order><place><--data=@coast.geojson>"],
  ["swath order place --data @my\\ f\t", "<order><place><--data><@my file.json>"],
  ['swath order place --data "@my f\t', "<order><place><--data><@my file.json>"],
  ["swath order place --data '@my f\t", "<order><place><--data><@my file.json>"],
  ['swath order place --data @"my f\t', "<order><place><--data><@my file.json>"],
  ['swath order place --data=@"my f\t', "<order><place><--data=@my file.json>"],
  ["swath order place --data @sub\tin\t", "<order><place><--data><@sub/inner.json>"],
  ['swath order place --data "@sub\tin\t', "<order><place><--data><@sub/inner.json>"],
  ["swath order place --data @a@\t", "<order><place><--data><@a@b.json>"],
  ["swath order place --data @it\t", "<order><place><--data><@it's.json>"],
  ["swath order place --download su\tbe\t", "<order><place><--download><sub/below/>"],
  ['swath task create -f "my f\t', "<task><create><-f><my file.json>"],
  ["swath task create --file=my\t", "<task><create><--file=my file.json>"],
];

/** Shells with the settings of people. */
const SET_UP: readonly (readonly [shell: ShellName, name: string, before: string])[] = [
  ["bash", "without bash-completion", ""],
  ["bash", "with bash-completion", `source ${COMPLETION_PACKAGE}`],
  ["bash", "under set -u", "set -u"],
  ["bash", "under set -e", "set -e"],
  ["bash", "under IFS=,", "IFS=,"],
  ["bash", "under failglob and nullglob", "shopt -s nullglob failglob"],
  ["bash", "under set -f", "set -f"],
  ["bash", "that cuts words only at blanks", "COMP_WORDBREAKS=$' \\t\\n'"],
  ["zsh", "with compinit", ""],
  ["fish", "as it comes", ""],
];

describe("TAB at a terminal completes the word and keeps the typed part: @, quotation marks, folders", () => {
  it.for(SET_UP)("%s %s", async ([shell, , before], context) => {
    need(HAS_TERMINAL, NEEDS_TERMINAL, context);
    const missing: string[] = isThere(shell) ? [] : [shell];
    if (before.includes(COMPLETION_PACKAGE) && !existsSync(COMPLETION_PACKAGE))
      missing.push("bash-completion");
    need(missing.length === 0, `not installed: ${missing.join(", ")}`, context);
    const ran = await press(
      shell,
      before,
      KEYS.map(([keys]) => keys),
    );
    const withoutSlash = (words: string): string => words.replaceAll("/>", ">");
    expect(KEYS.map(([keys], index) => [keys, withoutSlash(ran[index]!)])).toEqual(
      KEYS.map(([keys, words]) => [keys, withoutSlash(words)]),
    );
  });
});
