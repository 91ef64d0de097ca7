/** Every hint is a command that works when typed: it has the run's profile, sandbox, folder and flags. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NOUNS, SINGLES } from "../../src/commands/index.ts";
import { readWords } from "../../src/cli/command/read-words.ts";
import { filesBelow, readSource } from "../architecture/sources.ts";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";
import { words } from "./split-line.ts";
import { BASE_URL, tempHome, type Run, type Surroundings } from "./world.ts";

const bench = await openBench();
const CREATE =
  "task create --point 14.43,40.82 --window-open +1h --window 7d --tier standard --type spotlight --name vesuvius";

/** A person at a terminal, with a profile of their own. */
async function person() {
  const home = await tempHome();
  const env = { SWATH_BASE_URL: undefined, NO_COLOR: "1" };
  const terminal = { home, env, stdinTTY: true, stdoutTTY: true, stderrTTY: true, ask: async () => true };
  const type = (line: string, more: Surroundings = {}): Promise<Run> =>
    bench.swath(words(line), { ...terminal, ...more });
  await type(`config set baseUrl ${BASE_URL} --profile acme`);
  return { home, type };
}

/** The next commands in a run's output: after an arrow, or in the line below an error. */
const commandsIn = ({ stderr }: Run): string[] =>
  stderr
    .split("\n")
    .filter((line) => line.startsWith("-> ") || line.startsWith("  "))
    .flatMap((line) => line.match(/(?<=\bswath )[a-z].*?(?=; | \(|, then: |, or |$)/g) ?? []);

describe("hints of one profile", () => {
  it("from task create to the files, each step is the hint of the step before", async () => {
    const { type } = await person();
    await bench.control("POST", "/clock", { mode: "auto" }).catch(() => undefined);
    const created = await type(`${CREATE} --profile acme`);
    const [cost = "", ...more] = commandsIn(created);
    expect(more).toEqual([]);
    expect(cost).toMatch(/^task cost \S+ --wait --profile acme$/);
    const [approve = ""] = commandsIn(await type(cost));
    expect(approve).toMatch(/^task approve \S+ --profile acme$/);
    const approved = await type(approve);
    expect(approved.exitCode).toBe(0);
    const [wait = ""] = commandsIn(approved);
    expect(wait).toMatch(/^task wait \S+ --profile acme$/);
    const ended = await type(`${wait} --poll-interval 1h --wait-timeout 9d`);
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toMatch(/Collects: +\S/);
    const [order = ""] = commandsIn(ended);
    expect(order).toMatch(/^order task \S+ --profile acme$/);
    const placed = await type(order);
    expect(placed.exitCode).toBe(0);
    const [download = ""] = commandsIn(placed);
    expect(download).toMatch(/^order download \S+ --out-dir imagery( --wait)? --profile acme$/);
    const got = await type(`${download} --asset metadata --wait`);
    expect([got.exitCode, got.stderr]).toEqual([0, expect.not.stringContaining("Error")]);
  });

  it("verify suggests a repair of the folder that it read, and the repair works as printed", async () => {
    const { home, type } = await person();
    const granule = (
      await type("catalog search --product-type GEO --limit 1 --output id --profile acme")
    ).stdout.trim();
    const placed = await type(
      `order place --item vendor-archive/${granule} --yes --output id --profile acme`,
    );
    const folder = "my imagery";
    await type(
      `order download ${placed.stdout.trim()} --out-dir '${folder}' --asset metadata --profile acme`,
    );
    await rm(join(home, folder, granule, `${granule}_metadata.json`));
    const found = await type(`verify '${folder}' --profile acme`);
    const [repair = ""] = commandsIn(found);
    expect([found.exitCode, repair]).toEqual([10, `verify '${folder}' --repair --profile acme`]);
    expect((await type(repair)).exitCode).toBe(0);
  });

  it("auth login and config set suggest commands with the profile that they wrote", async () => {
    const { type } = await person();
    const login = await type(
      "auth login --profile real2 --base-url https://other.example --api-key-stdin --no-check",
      {
        stdin: "a-key-of-the-service",
        stdinTTY: false,
      },
    );
    expect(login.exitCode).toBe(0);
    expect(commandsIn(login)).toEqual(["auth status --check --profile real2"]);
    const set = await type(`config set baseUrl https://third.example --profile third`);
    expect(commandsIn(set)).toEqual(["auth login --profile third"]);
    const moved = await type("config set baseUrl https://fourth.example --profile real2");
    expect(moved.stderr).toMatch(/has a key for https:\S+, and none for https:\/\/fourth\.example/);
    expect(moved.stderr).toContain("swath auth login --profile real2");
  });

  it("export sync suggests a search of the fetched files", async () => {
    const { type } = await person();
    const synced = await type("export sync footprints --type latest --profile acme");
    const [query = ""] = commandsIn(synced);
    expect(query).toBe("export query footprints --limit 5 --profile acme");
    expect((await type(query)).exitCode).toBe(0);
  });

  it("a script gets the flag to add, and commands with the profile of its run", async () => {
    const { home, type } = await person();
    const refused = await bench.swath("task reject t-1 --profile acme --json", { home });
    expect(errorOf(refused).hint).toBe("Add --yes to agree");
    const missing = await type("order download no-such --profile acme");
    expect(missing.stderr).toContain("swath order history --profile acme");
  });

  it("control and bidi characters of an argument are in no command", async () => {
    const run = await bench.swath(["task", "reject", "t\u202e1", "--json"]);
    expect(errorOf(run).hint).toBe("Add --yes to agree");
    const home = await tempHome();
    await writeFile(join(home, "f"), "");
    const folder = await bench.swath(["verify", "a\u001b[2Jb"], { home });
    expect(folder.stderr).not.toContain("\u001b[2J");
  });
});

/** Every command in a hint of the source code, with its values filled in. */
const TEMPLATE = /(?<!`)\bswath`((?:[^`$]|\$\{(?:[^{}`]|`[^`]*`)*\})*)`/g;
const FILLED: readonly (readonly [RegExp, string])[] = [
  [/https:\/\/\.\.\./g, BASE_URL],
  [/<amount>\/<day\|week\|month>|<amount>\/x1/g, "500/month"],
  [/<amount>/g, "500"],
  [/<method>/g, "GET"],
  [/<path>/g, "/collectiontypes"],
  [/<[^>]*>|\.\.\./g, "x1"],
];

describe("hints of the source code", () => {
  const commands = filesBelow("src", ".ts")
    .map(readSource)
    .filter(({ path }) => path !== "src/hint.ts")
    .flatMap(({ path, text }) =>
      [...text.matchAll(TEMPLATE)].flatMap(([, template = ""]) =>
        (/\$\{(?:kind\.)?noun\}/.test(template) ? ["task", "repeat"] : [""]).map((noun) => ({
          path,
          line: FILLED.reduce(
            (line, [pattern, value]) => line.replace(pattern, value),
            template
              .replaceAll(/\$\{(?:kind\.)?noun\}/g, noun)
              .replaceAll("${decision}", "approve")
              .replaceAll("${end}", "cancel")
              .replaceAll(/\$\{"([^"]*)"\}/g, "'$1'")
              .replaceAll("${source}", "timeout")
              .replaceAll("${format}", "gpkg")
              .replaceAll("${findType(name)}", "latest")
              .replaceAll(" ${{ words }}", "")
              .replaceAll("${[name]} ${word}", "--product-type GEO")
              .replaceAll("${PRODUCT}", "GEO")
              .replaceAll("${ring}", "'1,1 2,1 2,2 1,1'")
              .replaceAll("--point ${point} --radius ${WIDER}", "--point 1,2 --radius 200km")
              .replaceAll('--point ${centre.join(",")}', "--point 1,2")
              .replaceAll("${toPath(command).slice(1)}", "catalog search")
              .replaceAll("${MORE}", "400")
              // Optional words, such as `--radius 20km`.
              .replaceAll(/ \$\{[^{}]*\? \[\] : [^{}]*\}/g, "")
              .replaceAll("${items.length}", "4")
              .replaceAll(/ \$\{(?:words|limit|best\.words)\}/g, "")
              .replaceAll(/ \$\{wait \?[^}]*\}/g, "")
              .replaceAll(/\$\{[^}]*\}/g, "x1"),
          ),
        })),
      ),
    )
    // Help is no command of the tree; test/cli/help.test.ts types it.
    .filter(({ line }) => !/^(?:--|help\b)/.test(line));

  it("each command can be typed: its noun, verb, arguments and flags exist", async () => {
    expect(commands.length).toBeGreaterThan(60);
    const tree = { nouns: NOUNS, singles: SINGLES };
    const faults: string[] = [];
    for (const { path, line } of commands) {
      try {
        const asked = await readWords(tree, words(line), { width: 80, platform: "linux" });
        if ("command" in asked)
          faults.push(...asked.command.faults.map(({ message }) => `${path}: ${message}`));
        else if (!line.endsWith(" --help")) faults.push(`${path}: ${line} prints help`);
      } catch (error) {
        faults.push(`${path}: ${line}: ${String(error)}`);
      }
    }
    expect(faults).toEqual([]);
  });
});
