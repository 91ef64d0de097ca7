/**
 * Generates the files that come from the tables: completion scripts, man pages, and pages of docs/ or parts of them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collectCommandWords } from "../cli/command/command-words.ts";
import { SCRIPTS } from "../commands/completion/scripts.ts";
import { NOUNS, SINGLES } from "../commands/index.ts";
import { writeDecisionsPage, readDecisions } from "./decisions.ts";
import { writeManPages } from "./man-pages.ts";
import { writeLlmsText, PAGE_GROUPS, readPage } from "./pages.ts";
import { writeReferencePage } from "./reference-page.ts";
import { writeSkillPage } from "./skill-page.ts";
import { withFacts } from "./troubleshooting.ts";

export interface GeneratedFile {
  /** Path from the root of the repository. */
  path: string;
  text: string;
}

/** The content of the generated files, in a fixed order. Reads the comments of the sources, and the pages of docs/. */
export async function generate(root: string): Promise<GeneratedFile[]> {
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const words = await collectCommandWords({ nouns: NOUNS, singles: SINGLES });
  const manifest = JSON.parse(read("package.json")) as { version: string };
  const manPages = writeManPages(words, manifest.version).map(({ file, text }) => ({
    path: `man/${file}`,
    text,
  }));
  // npm links the listed pages for a global installation.
  const man = manPages.map(({ path }) => path).toSorted();
  return [
    ...manPages,
    { path: "package.json", text: `${JSON.stringify({ ...manifest, man }, undefined, 2)}\n` },
    { path: "docs/SKILL.md", text: writeSkillPage(words) },
    ...Object.values(SCRIPTS).map(({ file, text }) => ({ path: `completions/${file}`, text })),
    { path: "docs/reference.md", text: writeReferencePage(words) },
    { path: "docs/decisions.md", text: writeDecisionsPage(readDecisions(root)) },
    { path: "docs/troubleshooting.md", text: withFacts(read("docs/troubleshooting.md")) },
    {
      path: "docs/llms.txt",
      text: writeLlmsText(
        PAGE_GROUPS.map(({ title, pages }) => ({
          title,
          pages: pages.map((file) => readPage(file, read(`docs/${file}`))),
        })),
      ),
    },
  ];
}
