/**
 * The blocks of the documentation in other shells. No PowerShell runs here: its blocks are compared with the blocks for bash, which
 * test/e2e/readme.test.ts runs, and with the quotes that the program writes for PowerShell. The blocks for cmd run in Wine
 * (test/windows/pages.test.ts).
 */
import { describe, expect, it } from "vitest";
import { collectCommandWords, listLeaves } from "../src/cli/command/command-words.ts";
import { NOUNS, SINGLES } from "../src/commands/index.ts";
import { commandLine } from "../src/hint.ts";
import { blocksOf, PAGES, textOf } from "./pages.ts";

const ALL = await collectCommandWords({ nouns: NOUNS, singles: SINGLES });
const LEAVES = listLeaves(ALL);

/** A word as it is written, and without its quotes. */
interface Word {
  raw: string;
  text: string;
}

/** Returns the commands of swath in a block, without comments, redirections and the contents of a file. */
function commandsIn(block: string): Word[][] {
  const lines = block
    .replaceAll(/^cat > \S+ <<'(\w+)'\n[^]*?^\1$/gm, "")
    .replaceAll(/^\s*#.*$|\s#.*$/gm, "")
    .split("\n");
  return lines.flatMap((line) =>
    [...line.matchAll(/(?<![\w.'"-])swath (?:'[^']*'|"[^"]*"|[^'"|<>;)])*/g)].map(([command]) =>
      [...command.replace(/\s2$/, "").matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].slice(1).map(([raw]) => ({
        raw,
        text: raw.replaceAll(/'([^']*)'|"([^"]*)"/g, (_all, single, double) => single ?? double),
      })),
    ),
  );
}

/** Each block with its language, and the language of the block right below it. */
const BLOCKS = PAGES.filter((page) => !/reference|troubleshooting|install/.test(page)).flatMap((page) => {
  const found = [...textOf(page).matchAll(/^```(\w+)\n(.*?)^```(?:(?=\n\n```(\w+)\n)|)/gms)];
  return found.map(([, language = "", block = "", next]) => ({ page, language, block, next }));
});
const inLanguage = (language: string) =>
  BLOCKS.filter((each) => each.language === language && !each.block.includes("npm "));

describe.each(["sh", "powershell", "bat"])("DESK-60 P25 the blocks in %s", (language) => {
  const blocks = inLanguage(language);

  it("have commands and flags that exist", () => {
    expect(blocks.length).toBeGreaterThan(1);
    for (const { page, block } of blocks)
      for (const words of commandsIn(block)) {
        const texts = words.map(({ text }) => text);
        const leaf = LEAVES.filter(({ path }) => path.every((word, at) => texts[at] === word)).toSorted(
          (one, other) => other.path.length - one.path.length,
        )[0];
        expect(leaf, `${page}: swath ${texts.join(" ")}`).toBeDefined();
        const known = [...leaf!.flags, ...ALL.globalFlags].map(({ flag }) => flag);
        const flags = texts.filter((text) => text.startsWith("--")).map((text) => text.split("=", 1)[0]!);
        expect(known, `${page}: swath ${texts.join(" ")}`).toEqual(expect.arrayContaining(flags));
      }
  });
});

/** Syntax that PowerShell reads in another way, or not at all. */
const OTHER_SYNTAX = /\\$|\|\||&&|^\w+=|^for |\| head|'/m;

describe("DESK-60 P25 a block for bash", () => {
  const blocks = inLanguage("sh").filter(({ page }) => page !== "docs/SKILL.md");

  it("without a form for PowerShell below it has no syntax that PowerShell reads in another way", () => {
    expect(blocks.length).toBeGreaterThan(30);
    for (const { page, block, next } of blocks) {
      const lines = block
        .replaceAll(/^cat > \S+ <<'(\w+)'\n[^]*?^\1$/gm, "")
        .replaceAll(/(?:^|\s)#.*$/gm, "")
        .replaceAll(/"[^"]*"/g, "");
      if (OTHER_SYNTAX.test(lines)) expect(next, `${page}:\n${lines}`).toBe("powershell");
    }
  });

  it("has quotes around each value that PowerShell would change", () => {
    for (const { page, block } of [...blocks, ...inLanguage("powershell"), ...inLanguage("bat")])
      for (const { raw, text } of commandsIn(block).flat())
        // The shell replaces a variable, and either the shell or swath a pattern.
        if (!/[$*%]/.test(text) && text !== '[0].properties."vendor:collect_id"') {
          const quoted = commandLine([{ text }], "powershell");
          if (quoted !== text) expect([page, raw]).toEqual([page, `"${text}"`]);
        }
  });
});

it("DESK-60 P25 a block for PowerShell has the commands of the block for bash above it", () => {
  const forms = BLOCKS.flatMap((each, at) =>
    each.language === "powershell" && BLOCKS[at - 1]?.next === "powershell"
      ? [[BLOCKS[at - 1]!, each] as const]
      : [],
  );
  expect(forms.length).toBeGreaterThan(4);
  // PowerShell reads JSON itself where bash has --query.
  const toLines = (block: string): string[] =>
    commandsIn(block).map((words) =>
      words
        .map(({ text }) => text)
        .join(" ")
        .replace(/ --json$| --query \[0\]\.properties\."vendor:collect_id"$/, ""),
    );
  for (const [bash, powershell] of forms) {
    const same = toLines(powershell.block);
    expect(same.length).toBeGreaterThan(0);
    expect(toLines(bash.block), powershell.page).toEqual(expect.arrayContaining(same));
  }
});

it("DESK-60 P25 the page for PowerShell and cmd has the same first steps for both", () => {
  const [powershell = "", cmd = ""] = ["powershell", "bat"].map(
    (language) => blocksOf("docs/shells.md", language)[0],
  );
  const toLines = (block: string): string[] =>
    commandsIn(block).map((words) => words.map(({ text }) => text.replace("%order%", "$order")).join(" "));
  expect(toLines(cmd)).toEqual(toLines(powershell));
  expect(toLines(cmd)).toHaveLength(5);
});
