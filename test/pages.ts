/** The README and the pages of the documentation, and their code blocks, for the tests that run them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PAGE_GROUPS } from "../src/docs/pages.ts";

const ROOT = join(import.meta.dirname, "..");

/** Paths from the root, in the order in which a reader meets the pages. */
export const PAGES: readonly string[] = [
  "README.md",
  ...PAGE_GROUPS.flatMap(({ pages }) => pages.map((page) => `docs/${page}`)),
];

export const textOf = (page: string): string => readFileSync(join(ROOT, page), "utf8");

/** Returns the code blocks of a page that are marked with this language. */
export const blocksOf = (page: string, language: string): string[] =>
  [...textOf(page).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(
    ([, block]) => block!,
  );

/** Returns the one block of all pages that begins with a comment with this path. */
export function blockOfFile(language: string, path: string): string {
  const found = PAGES.flatMap((page) => blocksOf(page, language)).filter(
    (block) => block.startsWith("#") && block.split("\n", 1)[0]!.includes(path),
  );
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${language} for ${path}`);
  return found[0]!;
}
