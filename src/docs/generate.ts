/**
 * Generates the files that come from the tables: completion scripts and pages of docs/.
 */
import { commandWords } from "../commands/completion/command-words.ts";
import { SCRIPT_FILES, scriptFor, type Shell } from "../commands/completion/shells.ts";
import { NOUNS, SINGLES } from "../commands/index.ts";
import { decisionsPage } from "./decisions-page.ts";
import { readDecisions } from "./decisions.ts";
import { referencePage } from "./reference-page.ts";

export interface GeneratedFile {
  /** Path from the root of the repository. */
  path: string;
  text: string;
}

/** The content of the generated files, in a fixed order. Reads the comments of the sources. */
export async function generate(root: string): Promise<GeneratedFile[]> {
  const words = await commandWords({ nouns: NOUNS, singles: SINGLES });
  const decisions = readDecisions(root);
  const scripts = (Object.entries(SCRIPT_FILES) as [Shell, string][]).map(async ([shell, name]) => ({
    path: `completions/${name}`,
    text: await scriptFor(shell, words),
  }));
  return [
    ...(await Promise.all(scripts)),
    { path: "docs/reference.md", text: `${referencePage(words, decisions)}\n` },
    { path: "docs/decisions.md", text: `${decisionsPage(decisions)}\n` },
  ];
}
