/**
 * Generates the files that come from the tables: completion scripts, the pages of docs/ and sections of the README.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commandWords } from "../commands/completion/command-words.ts";
import { SCRIPT_FILES, scriptFor, type Shell } from "../commands/completion/shells.ts";
import { NOUNS, SINGLES } from "../commands/index.ts";
import { decisionsPage } from "./decisions-page.ts";
import { readDecisions } from "./decisions.ts";
import { readmeSections } from "./readme-sections.ts";
import { referencePage } from "./reference-page.ts";

export interface GeneratedFile {
  /** Path from the root of the repository. */
  path: string;
  text: string;
}

/**
 * The content of the generated files, in a fixed order. Reads the sources and the hand-written part of the README.
 */
export async function generate(root: string): Promise<GeneratedFile[]> {
  const words = await commandWords({ nouns: NOUNS, singles: SINGLES });
  const decisions = readDecisions(root);
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const scripts = (Object.entries(SCRIPT_FILES) as [Shell, string][]).map(async ([shell, name]) => ({
    path: `completions/${name}`,
    text: await scriptFor(shell, words),
  }));
  return [
    ...(await Promise.all(scripts)),
    { path: "README.md", text: fillSections(readme, readmeSections(words, decisions)) },
    { path: "docs/reference.md", text: `${referencePage(words)}\n` },
    { path: "docs/decisions.md", text: `${decisionsPage(decisions)}\n` },
  ];
}

/**
 * Puts each section between its markers; every section must have its markers exactly once, and every marker its
 * section.
 */
export function fillSections(readme: string, sections: Readonly<Record<string, string>>): string {
  const filled = new Set<string>();
  const text = readme.replaceAll(
    /<!-- generated:([\w-]+) -->[\s\S]*?<!-- \/generated -->/g,
    (_whole, name: string) => {
      const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
      if (section === undefined) throw new Error(`README.md: there is no section ${name} to generate`);
      if (filled.has(name)) throw new Error(`README.md: the section ${name} stands twice`);
      filled.add(name);
      return `<!-- generated:${name} -->\n\n${section}\n\n<!-- /generated -->`;
    },
  );
  const missing = Object.keys(sections).filter((name) => !filled.has(name));
  if (missing.length > 0) throw new Error(`README.md: no markers for ${missing.join(", ")}`);
  return text;
}
