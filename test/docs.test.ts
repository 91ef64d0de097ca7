/** Committed generated files are current. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { NOUNS, SINGLES } from "../src/commands/index.ts";
import { collectCommandWords, listLeaves } from "../src/cli/command/command-words.ts";
import { SETTINGS } from "../src/settings/settings-table.ts";
import { DIALECT_KEYS } from "../src/contract/dialect.ts";
import { ENDPOINTS } from "../src/contract/endpoints.ts";
import { findDecisions, readDecisions } from "../src/docs/decisions.ts";
import { ERROR_CODES, EXIT_CODES } from "../src/errors.ts";
import { generate } from "../src/docs/generate.ts";
import { toAnchor } from "../src/docs/markdown.ts";
import { PAGE_GROUPS, readPage } from "../src/docs/pages.ts";
import { PAGES, textOf } from "./pages.ts";
import { PATCHED_FILES } from "./examples/order-cancel.ts";

const ROOT = resolve(import.meta.dirname, "..");
const files = await generate(ROOT);
const ADRS = readdirSync(join(ROOT, "docs/adr")).map((name) => `docs/adr/${name}`);
const PAGES_OF_CODE = ["docs/architecture.md", "CONTRIBUTING.md", "src/money/README.md", ...ADRS];

/** The file and the part of it that each link of a page leads to. */
const linksOf = (path: string): string[][] => [
  ...textOf(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g),
];

/** The headings of a page in the form of links. */
const anchorsOf = (path: string): string[] =>
  [
    ...textOf(path)
      .replaceAll(/^```.*?^```/gms, "")
      .matchAll(/^#+ (.*)$/gm),
  ].map(([, heading = ""]) => toAnchor(heading));

describe("generated files", () => {
  it.each(files.map(({ path, text }) => [path, text] as const))(
    "%s is fresh (npm run docs)",
    (path, text) => {
      expect(readFileSync(join(ROOT, path), "utf8") === text, `${path} is stale: npm run docs`).toBe(true);
    },
  );

  it("do not depend on the time", async () => {
    expect(await generate(ROOT)).toEqual(files);
  });

  it("the reference lists every command and every endpoint of the interface", async () => {
    const reference = files.find(({ path }) => path === "docs/reference.md")!.text;
    const verbs = listLeaves(await collectCommandWords({ nouns: NOUNS, singles: SINGLES })).map(({ path }) =>
      path.join(" "),
    );
    for (const verb of verbs) expect(reference).toContain(`\n### swath ${verb}\n`);
    for (const { method, path, commands } of Object.values(ENDPOINTS)) {
      expect(reference).toContain(`| ${method} | \`${path}\` |`);
      expect(commands.length, path).toBeGreaterThan(0);
      expect(verbs).toEqual(expect.arrayContaining([...commands]));
    }
  });

  it("every exit and error code, every setting and every decision is on one of the pages", () => {
    const [reference, listed] = ["docs/reference.md", "docs/decisions.md"].map(
      (page) => files.find(({ path }) => path === page)!.text,
    );
    for (const exit of Object.keys(EXIT_CODES)) expect(reference).toContain(`\n| ${exit} | `);
    for (const [name, [exit]] of Object.entries(ERROR_CODES)) {
      expect(reference).toMatch(new RegExp(`^\\| ${exit} \\| .*\`${name}\``, "m"));
      expect(reference).toContain(`| [\`${name}\`](troubleshooting.md#${name.toLowerCase()}) | ${exit} | `);
    }
    for (const name of Object.keys(SETTINGS)) expect(reference).toContain(`| \`${name}\` | `);
    for (const key of Object.keys(DIALECT_KEYS)) expect(reference).toContain(`| \`${key}\` | `);
    for (const { file, open } of readDecisions(ROOT)) {
      expect(listed).toContain(`(../${file})`);
      expect(listed).toContain(`\n| ${open} | `);
    }
  });

  it.each(PAGES_OF_CODE)("every path in %s exists", (page) => {
    const text = readFileSync(join(ROOT, page), "utf8");
    const spans = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span]) => span!);
    const paths = spans
      .filter((span) => /^(?:src|test|docs|build)\/|^\w.*\/$|\.(?:ts|mjs)$/.test(span))
      // `src/commands/<noun>/<verb>.ts` exists up to its first placeholder.
      .map((span) => span.replace(/(^|\/)[^/]*[<{*$].*$/, "$1"));
    const isThere = (path: string): boolean =>
      PATCHED_FILES.includes(path) ||
      ["", dirname(page), "src", "src/cli", "src/cli/command"].some((at) => existsSync(join(ROOT, at, path)));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
    if (!page.includes("/adr/")) expect(paths.length).toBeGreaterThan(20);
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to]) => to!);
    expect(links.filter((to) => !existsSync(join(ROOT, dirname(page), to)))).toEqual([]);
  });

  it("every test in SECURITY.md exists", () => {
    const rows = readFileSync(join(ROOT, "SECURITY.md"), "utf8").match(/^\| P\d+ +\|.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      let folder = "";
      for (const [, name] of row.split("|")[3]!.matchAll(/`(?!npm )([^`]+)`/g)) {
        // After `test/faults/disks` a bare name is in the same folder.
        if (name!.startsWith("test/")) folder = dirname(name!);
        const path = join(ROOT, name!.startsWith("test/") ? name! : join(folder, name!));
        expect(existsSync(path) || existsSync(`${path}.test.ts`), `${row}: ${name}`).toBe(true);
      }
    }
  });

  it("REACH-01 links of the README and the pages lead to existing files and headings", () => {
    for (const path of PAGES)
      for (const [, to = "", part] of linksOf(path)) {
        const page = to === "" ? path : join(dirname(path), to);
        expect(existsSync(join(ROOT, page)), `${path}: ${to}`).toBe(true);
        if (part !== undefined) expect(anchorsOf(page), `${path}: ${to}#${part}`).toContain(part);
      }
  });

  it("REACH-02 the table of pages has every page of docs/ once, each with a title and a summary of one sentence", () => {
    const inFolder = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      // SKILL.md is a file for assistants, not a page.
      .filter((name) => name.endsWith(".md") && !name.startsWith("site/") && name !== "SKILL.md");
    const listed = PAGE_GROUPS.flatMap(({ pages }) => pages);
    expect(listed.toSorted()).toEqual(inFolder.toSorted());
    const pages = listed.map((file) => readPage(file, textOf(`docs/${file}`)));
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length);
  });
});

describe("decisions", () => {
  it("each has a question, a choice and a file, and no question is decided twice on one side", () => {
    const decisions = readDecisions(ROOT);
    expect(decisions.length).toBeGreaterThan(60);
    for (const { file, open, choice } of decisions) {
      expect(existsSync(join(ROOT, file))).toBe(true);
      expect(`${file}: ${open}`).toMatch(/: .{4,}/);
      expect(`${file}: ${choice}`).toMatch(/: (?:We|The sandbox) \S.*\.$/);
    }
    const questions = decisions.map(({ file, open }) => `${file.startsWith("src/sandbox/")} ${open}`);
    expect(questions.filter((question, at) => questions.indexOf(question) !== at)).toEqual([]);
  });

  it("a comment ends where another kind of comment or the code begins", () => {
    const source = [
      "// Spec silent: the default tier. We take",
      "// standard, since it is the first.",
      "/** What a task is made of. */",
      "export const x = 1;",
      "  // Spec silent: prices. We have a table.",
      "  // Spec silent: taxes. We know none.",
      "  const y = 2; // not a part of it",
    ].join("\n");
    expect(findDecisions("src/x.ts", source).map(({ open, choice }) => [open, choice])).toEqual([
      ["The default tier", "We take standard, since it is the first."],
      ["Prices", "We have a table."],
      ["Taxes", "We know none."],
    ]);
  });

  it("a comment without a choice stops the generator, with its file and line", () => {
    expect(() => findDecisions("src/x.ts", "\n// Spec silent: everything")).toThrow("src/x.ts:2");
  });
});

describe("MAP-09 pictures", () => {
  const pages = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/!\[([^\]]*)\]\(([^)]+\.png)\)/g)].map(
      ([, words = "", path = ""]) => [join(dirname(page), path), words] as const,
    ),
  );

  it.each(pages)("%s exists, has a description, and has at most 300 kB", (path, words) => {
    expect(readFileSync(join(ROOT, path)).length).toBeLessThanOrEqual(300_000);
    expect(words.length).toBeGreaterThan(20);
  });

  it("are shown", () => {
    expect(pages.length).toBeGreaterThanOrEqual(1);
  });
});
