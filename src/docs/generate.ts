/**
 * Generates the files that come from the tables: completion scripts and pages of docs/.
 */
import { commandWords } from "./command-words.ts";
import { SCRIPTS } from "../commands/completion/scripts.ts";
import { NOUNS, SINGLES } from "../commands/index.ts";
import { decisionsPage, readDecisions } from "./decisions.ts";
import { referencePage } from "./reference-page.ts";

export interface GeneratedFile {
  /** Path from the root of the repository. */
  path: string;
  text: string;
}

/** The content of the generated files, in a fixed order. Reads the comments of the sources. */
export async function generate(root: string): Promise<GeneratedFile[]> {
  const words = await commandWords({ nouns: NOUNS, singles: SINGLES });
  return [
    ...Object.values(SCRIPTS).map(({ file, text }) => ({ path: `completions/${file}`, text })),
    {
      path: "docs/reference.md",
      text: `${referencePage(words)}
`,
    },
    {
      path: "docs/decisions.md",
      text: `${decisionsPage(readDecisions(root))}
`,
    },
  ];
}
