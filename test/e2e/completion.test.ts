/** The completion scripts in the shells that they are for. */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { cleanEnv, PROGRAM } from "./swath.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SHELLS = {
  bash: { command: ["bash", "--norc", "--noprofile"], script: "swath.bash" },
  zsh: { command: ["zsh", "-f"], script: "swath.zsh" },
  fish: { command: ["fish", "--no-config"], script: "swath.fish" },
} as const;
type ShellName = keyof typeof SHELLS;

const home = await mkdtemp(join(tmpdir(), "swath-completion-"));
afterAll(() => rm(home, { recursive: true, force: true }));
await mkdir(join(home, "bin"));
await symlink(PROGRAM, join(home, "bin/swath"));
await mkdir(join(home, "coast"));
await writeFile(join(home, "coast.geojson"), "{}");
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

function propose(
  shell: ShellName,
  lines: readonly string[],
  env: Record<string, string> = {},
): { proposals: Map<string, string[]>; stderr: string } {
  const { command, script } = SHELLS[shell];
  const driver = join(import.meta.dirname, `shells/complete.${shell}`);
  const { stdout, stderr } = spawnSync(
    command[0],
    [...command.slice(1), driver, join(ROOT, "completions", script), ...lines],
    {
      cwd: home,
      env: cleanEnv(home, { PATH: `${join(home, "bin")}:${process.env["PATH"]}`, LC_ALL: "C.UTF-8", ...env }),
      encoding: "utf8",
      timeout: 60_000,
    },
  );
  const proposals = new Map<string, string[]>();
  let latest: string[] = [];
  for (const line of stdout.split("\n")) {
    const [, sort, text = ""] = /^(LINE|WORD) (.*)$/.exec(line) ?? [];
    if (sort === "LINE") proposals.set(text, (latest = []));
    else if (sort === "WORD") latest.push(lastPiece(text));
  }
  return { proposals, stderr };
}

/** Shells differ in how much of a word they give back: all of it, or what follows the last sign or folder. */
const lastPiece = (word: string): string => word.replace(/\/$/, "").replace(/^.*[=:@/]/, "");
const isThere = (shell: ShellName): boolean => spawnSync(shell, ["--version"]).status === 0;

const FORMATS = ["csv", "geojson", "id", "json", "ndjson", "order-items", "table", "tsv", "yaml"];
const TYPES = ["CPHD", "GEC", "GEO", "SICD", "SIDD", "SLC", "VS"];

/** A line, and exactly what is proposed at its end. */
const TABLE: readonly (readonly [line: string, words: readonly string[]])[] = [
  ["swath cat", ["catalog"]],
  ["swath nonsense-", []],
  ["swath --profile order cat", ["catalog"]],
  ["swath -o json catalog se", ["search"]],
  ["swath orders pl", ["place"]],
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
  ["swath catalog search --intersects coa", []],
  ["swath catalog search --intersects @coa", ["coast", "coast.geojson"]],
  ["swath order place --download coa", ["coast"]],
  ["swath config get dialect.auth.h", ["dialect.auth.header"]],
  ["swath config set base", ["baseUrl"]],
  ["swath config unset contr", ["contractId"]],
  ["swath sandbox set generationD", ["generationDelay"]],
  ["swath api P", ["PATCH", "POST", "PUT"]],
  ["swath api GET /collectiont", ["collectiontypes"]],
  ["swath api POST /catalog/s", ["search"]],
  ["swath catalog search --sortby sar:prod", ["product_type"]],
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
];
const asksSwath = (line: string): boolean => /order wait|--profile $/.test(line);

describe.each(Object.keys(SHELLS) as ShellName[])("completion in %s", (shell) => {
  const missing = !isThere(shell);
  // A machine without the shell says so; a build that must test it fails.
  it(`${shell} is there`, (context) => need(!missing, `${shell} is not installed`, context));
  if (missing) return;

  const say = (table: typeof TABLE, env?: Record<string, string>) => {
    const { proposals, stderr } = propose(
      shell,
      table.map(([line]) => line),
      env,
    );
    expect(stderr).toBe("");
    const said = table.map(([line]) => [line, [...new Set(proposals.get(line))].toSorted()]);
    const expected = table.map(([line, words]) => [line, [...new Set(words)].toSorted()]);
    expect(said).toEqual(expected);
  };

  it("proposes exactly what fits", () => say(TABLE));

  // Starting a program would cost more than anybody waits for behind a TAB.
  it("asks swath for what only it knows, and proposes all the rest without it", () =>
    say(
      TABLE.filter(([line]) => !asksSwath(line)),
      { PATH: "/usr/bin:/bin" },
    ));

  it("says nothing where there is nothing: no swath, no cache, no network", () => {
    const env = {
      PATH: "/usr/bin:/bin",
      XDG_CACHE_HOME: join(home, "none"),
      XDG_STATE_HOME: join(home, "none"),
      HTTPS_PROXY: "http://127.0.0.1:9",
    };
    const lines = ["swath order wait ", "swath catalog search --id ", "swath catalog search --profile "];
    const { proposals, stderr } = propose(shell, lines, env);
    expect(stderr).toBe("");
    expect([...proposals]).toEqual(lines.map((line) => [line, []]));
  });
});

describe("a person at a terminal", () => {
  const missing = ["bash", "script"].filter((program) => !isThere(program as ShellName));

  it("types TAB in bash and gets the rest of the word, behind = and : too", (context) => {
    need(missing.length === 0, `not installed: ${missing.join(", ")}`, context);
    const typed = [
      "PS1=",
      `source ${join(ROOT, "completions/swath.bash")}`,
      // The function takes the place of the program, and says what it was given.
      "swath() { printf '<%s>' \"$@\"; echo; }",
      "swath cata\tse\t--product-type=SI\tC\t--where=view:inc\t --orbit-state d\t",
      "exit",
    ];
    const { stdout } = spawnSync("script", ["-qec", "bash --norc --noprofile -i", "/dev/null"], {
      cwd: home,
      env: cleanEnv(home, { LC_ALL: "C.UTF-8" }),
      input: typed.map((line) => `${line}\n`).join(""),
      encoding: "utf8",
      timeout: 30_000,
    });
    expect(stdout).toContain(
      "<catalog><search><--product-type=SICD><--where=view:incidence_angle><--orbit-state><descending>",
    );
  });
});
