/** Help as people see it: every command, each way to ask, narrow and wide terminals. */
import { Command } from "@commander-js/extra-typings";
import { describe, expect, it } from "vitest";
import { addGlobalFlags } from "../../src/cli/flags/global-flags.ts";
import { NEEDS_STEPS } from "../../src/cli/output/error-report.ts";
import { TOPIC_NAMES } from "../../src/cli/help/root-help.ts";
import { ENVIRONMENT, SETTINGS, type SettingRow } from "../../src/settings/settings-table.ts";
import { FORMATS } from "../../src/domain/output-formats.ts";
import { NOUNS, SINGLES } from "../../src/commands/index.ts";
import { ERROR_CODES, EXIT_CODES } from "../../src/errors.ts";
import { textOf } from "../pages.ts";
import { runWords } from "./world.ts";

const commands = [
  ...NOUNS.flatMap(({ name, verbs }) =>
    Object.entries(verbs).map(([verb, load]) => ({ path: [name, verb], load })),
  ),
  ...SINGLES.map(({ name, load }) => ({ path: [name], load })),
];
const pages = [[], ...NOUNS.map(({ name }) => [name]), ...commands.map(({ path }) => path)];

async function helpOf(words: readonly string[], width = 80): Promise<string> {
  const { exitCode, stdout, stderr, requests } = await runWords(words, { env: { COLUMNS: String(width) } });
  expect({ exitCode, stderr, requests }).toEqual({ exitCode: 0, stderr: "", requests: [] });
  return stdout;
}

/** A shell continues a line that ends in a backslash. */
const joined = (text: string): string => text.replaceAll(/ \\\n\s+/g, " ");
const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

function expectToFit(text: string, width: number): void {
  for (const line of text.split("\n")) {
    expect(line).not.toMatch(/\s$/);
    if (line.length <= width) continue;
    // Only a word that cannot be broken may exceed the width: alone on its line, or a flag with its value to be copied.
    expect(line.trim().replace(/ \\$/, "")).toMatch(/^(?:--?[\w-]+ )?(?:'[^']*'|"[^"]*"|\S+)$|^\S+ <.*>$/);
  }
}

describe("help", () => {
  it.each(pages.map((path) => [path.join(" ") || "swath", path] as const))(
    "%s: the same text by every way to ask for it",
    async (_name, path) => {
      const text = await helpOf([...path, "--help"]);
      expect(await helpOf([...path, "-h"])).toBe(text);
      expect(await helpOf(["--help", ...path])).toBe(text);
      expect(await helpOf(["help", ...path])).toBe(text);
      if (path.length === 1 && NOUNS.some(({ name, own }) => name === path[0] && own === undefined))
        expect(await helpOf(path)).toBe(text);
    },
  );

  it.each([40, 80, 200])("fits a terminal of %i columns, and has no trailing blanks", async (width) => {
    for (const path of pages) expectToFit(await helpOf(["help", ...path], width), width);
    for (const topic of TOPIC_NAMES) expectToFit(await helpOf(["help", topic], width), width);
  });

  it("REACH-02 every error code has its entry of troubleshooting, in any case, within the width of the terminal", async () => {
    const page = textOf("docs/troubleshooting.md");
    const withSteps: string[] = [];
    for (const code of Object.keys(ERROR_CODES)) {
      const text = await helpOf(["help", code.toLowerCase().replaceAll("_", "-")]);
      expect(text.split("\n")[0]).toBe(code);
      const entry = page.split(`### ${code}\n`)[1]!.split(/^##/m)[0]!;
      const [prose, example = ""] = [
        entry.replace(/^```[^]*?^```$/m, ""),
        /^```console\n([^]*?)^```$/m.exec(entry)?.[1],
      ];
      for (const line of example.split("\n")) expect(text).toContain(line);
      const words = flat(prose.replaceAll(/^> |\*\*|\]\([^)]*\)|\[(?=[^\]]*\]\()/gm, "")).trim();
      expect(flat(text).replaceAll(/ \(docs\/[^)]*\)/g, "")).toContain(words.slice(-60));
      expectToFit(text.replaceAll(/^ {2}.*$/gm, ""), 80);
      if (/^(?:- |\d\. )/m.test(entry)) withSteps.push(code);
    }
    // Their messages name the entry.
    expect(withSteps.toSorted()).toEqual([...NEEDS_STEPS].toSorted());
    expect(await helpOf(["help", "errors", "USAGE"])).toBe(await helpOf(["help", "USAGE"]));
  });

  it("REACH-03 a shortened description ends with a whole clause", async () => {
    const text = await helpOf(["task", "create", "--help"]);
    expect(text).toMatch(/--product-type <types> +product types; GEO is added\n/);
  });

  it("in 40 columns no line is longer, except names of topics", async () => {
    for (const path of pages)
      for (const line of (await helpOf(["help", ...path], 40)).split("\n"))
        expect(line.length, line).toBeLessThan(41);
  });

  it.each([
    ["nosuch --help", '"swath nosuch" is not a command', "swath --help"],
    ["ordr --help", '"swath ordr" is not a command', "Did you mean swath order?"],
    ["order plac --help", '"swath order plac" is not a command', "Did you mean swath order place?"],
    ["help ordr_expired", "is not a command", "Did you mean swath help ORDER_EXPIRED?"],
    ["help retask", "is not a command", "Did you mean swath help task retask, "],
    ["help errors usag", "is not a command", "Did you mean swath help USAGE?"],
    ["nosuch --help-all", '"swath nosuch" is not a command', "swath --help"],
  ])("%s suggests the intended word and is not a success", async (line, message, hint) => {
    const { exitCode, stdout, stderr } = await runWords(line.split(" "), {});
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  it.each(pages.map((path) => [path.join(" ") || "swath", path] as const))(
    "REACH-03 %s --help-all: the help, then shared flags, environment variables, exit codes and the documentation",
    async (_name, path) => {
      const full = await helpOf([...path, "--help-all"], 200);
      for (const line of (await helpOf([...path, "--help"], 200)).split("\n"))
        if (!/^(?:All |Flags used|More commands)/.test(line)) expect(flat(full)).toContain(flat(line).trim());
      for (const name of [...Object.keys(ENVIRONMENT), "--log-file"]) expect(full).toContain(name);
      for (const [code, meaning] of Object.entries(EXIT_CODES)) expect(full).toContain(`${code}  ${meaning}`);
      expect(full).toMatch(/\nDocumentation: \S+\n$/);
    },
  );

  it("catalog search promises no order that the service does not", async () => {
    const text = flat(await helpOf(["catalog", "search", "--help"]));
    expect(text).toContain("in the service's order, which the interface does not state");
  });

  it.each(commands.map(({ path, load }) => [path.join(" "), path, load] as const))(
    "%s: lists its flags, arguments, formats, and examples of itself",
    async (_name, path, load) => {
      const definition = await load();
      const text = await helpOf([...path, "--help-all"], 60);
      const command = definition.syntax(new Command());
      for (const { flags } of command.options.filter(({ hidden }) => !hidden)) expect(text).toContain(flags);
      for (const argument of command.registeredArguments) expect(text).toContain(argument.name());
      for (const { long } of addGlobalFlags(new Command()).options) expect(text).toContain(long);
      expect(flat(text)).toContain(`Formats of -o, --output: ${definition.view.formats.join(", ")}`);
      expect(flat(text)).toContain(definition.summary);
      expect(definition.summary).not.toMatch(/\.$/);
      expect(definition.examples.length).toBeGreaterThan(0);
      for (const example of definition.examples) expect(joined(text)).toContain(example);
      // A command with two names shows its examples under one of them.
      const names: string[] = [];
      for (const other of commands)
        if ((await other.load()).examples[0] === definition.examples[0]) names.push(other.path.join(" "));
      expect(names.some((name) => definition.examples[0]?.includes(`swath ${name}`))).toBe(true);
    },
  );

  it.each(pages.map((path) => [path.join(" "), path] as const))(
    "REACH-03 swath %s --help has at most 40 lines of 80 columns, and 20 flags",
    async (_name, path) => {
      const text = await helpOf([...path, "--help"]);
      const lines = text.trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(40);
      expect(lines.filter((line) => /^ {2}(?:-\w, )?--\w/.test(line)).length).toBeLessThanOrEqual(20);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    },
  );

  it.each(commands.map(({ path, load }) => [path.join(" "), path, load] as const))(
    "REACH-03 %s --help: the flags used most, and how to see the rest",
    async (_name, path, load) => {
      const text = await helpOf([...path, "--help"]);
      const { mostUsed = [], ...definition } = await load();
      const command = definition.syntax(new Command());
      const shown = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long);
      expect(shown).toEqual(expect.arrayContaining([...mostUsed]));
      for (const flag of mostUsed.length > 0 ? mostUsed : shown) expect(text).toContain(flag);
      if (mostUsed.length > 0)
        expect(flat(text)).toContain(
          `All ${shown.length} flags, and more on these: swath ${path.join(" ")} --help-all`,
        );
      expect(text).toContain("swath help flags");
    },
  );

  // Help is the only place on a terminal with the forms and rules of these values.
  const LONG_FLAGS = ["--type", "--path", "--local-time", "--max-squint-angle"];
  it.each(commands.map(({ path, load }) => [path.join(" "), load] as const))(
    "%s: summaries of the command and of its flags have at most 60 characters",
    async (_name, load) => {
      const { summary, syntax } = await load();
      const command = addGlobalFlags(syntax(new Command()));
      const flags = command.options.filter(({ long }) => !LONG_FLAGS.includes(long ?? ""));
      const texts = [...flags, ...command.registeredArguments].map(({ description }) => description);
      const shown = [summary, ...texts].map((text) => text.replace(" (repeatable)", ""));
      expect(shown.filter((text) => text.length > 60)).toEqual([]);
    },
  );

  it("lists every command, with the summary of its noun or its own", async () => {
    const short = await helpOf(["--help"]);
    for (const { name } of [...NOUNS, ...SINGLES]) expect(short).toMatch(new RegExp(`\\b${name}\\b`));
    const root = flat(await helpOf(["--help-all"]));
    for (const { name, summary } of [...NOUNS, ...SINGLES]) expect(root).toContain(`${name} ${summary}`);
    for (const { name, verbs } of NOUNS) {
      const text = await helpOf([name, "--help"]);
      for (const verb of Object.keys(verbs)) expect(text).toMatch(new RegExp(`^  ${verb} `, "m"));
    }
    for (const { summary, load } of SINGLES) expect((await load()).summary).toBe(summary);
  });

  it("swath help alone, and help on help, are the help of the program", async () => {
    const text = await helpOf(["--help"]);
    expect(await helpOf(["help"])).toBe(text);
    expect(await helpOf(["help", "help"])).toBe(text);
    expect(await helpOf([])).toBe(text);
  });

  it("a typing error gets a suggestion and the exit code of a usage error", async () => {
    const { exitCode, stdout, stderr } = await runWords(["help", "catalgo"], {});
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain("Did you mean swath catalog?");
  });

  it.each([
    ["enviroment", "environment"],
    ["exitcodes", "exit-codes"],
    ["sett", "settings"],
  ])("a typing error in a topic's name, %s, gets a suggestion", async (typed, topic) => {
    const { exitCode, stdout, stderr } = await runWords(["help", typed], {});
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(`Did you mean swath help ${topic}?`);
  });
});

describe("help topics contain the complete table", () => {
  const settings = Object.entries(SETTINGS as Record<string, SettingRow>);
  it.each([
    ["environment", [...Object.keys(ENVIRONMENT), ...settings.flatMap(([, { env }]) => env ?? [])]],
    ["errors", Object.keys(ERROR_CODES)],
    ["exit-codes", Object.entries(EXIT_CODES).map(([exit, meaning]) => `${exit} ${meaning}`)],
    ["flags", addGlobalFlags(new Command()).options.map(({ flags }) => flags)],
    ["formats", [...FORMATS]],
    ["settings", settings.map(([name]) => name)],
  ])("%s", async (topic, rows) => {
    const text = flat(await helpOf(["help", topic], 200));
    for (const row of rows) expect(text).toContain(` ${row} `.trimEnd());
  });
});
