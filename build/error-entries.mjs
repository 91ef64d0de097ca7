/**
 * Makes `src/cli/help/built/error-entries.generated.ts`, which is not in git: the entries of `docs/troubleshooting.md`,
 * which `swath help CODE` shows.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { quoteTemplate, replaceFile } from "./made-file.mjs";

const ROOT = join(import.meta.dirname, "..");
const PAGE = join(ROOT, "docs/troubleshooting.md");
const FILE = join(ROOT, "src/cli/help/built/error-entries.generated.ts");

/** An entry ends before the next heading; headings of subjects have two marks. */
const ENTRY = /^### ([A-Z_]+)\n([^]*?)(?=^##|(?![^]))/gm;

export function makeErrorEntries() {
  const entries = [...readFileSync(PAGE, "utf8").matchAll(ENTRY)].map(
    ([, code, text]) => `  ${code}: ${quoteTemplate(text.trim())},\n`,
  );
  const head = "/** Made by `npm run build` from docs/troubleshooting.md. */\n";
  const type = "Readonly<Record<string, string>>";
  replaceFile(FILE, `${head}export const ERROR_ENTRIES: ${type} = {\n${entries.join("")}};\n`);
}
export { makeErrorEntries as setup };
