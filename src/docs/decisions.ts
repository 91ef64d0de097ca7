/** Reads the `Spec silent: <question>. <choice>` comments of the sources: the choices where the interface is silent. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cell, sections, table } from "./markdown.ts";

export interface Decision {
  /** Source file, from the root of the repository. */
  file: string;
  open: string;
  choice: string;
}

export function readDecisions(root: string): Decision[] {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts") && !path.startsWith("src/docs/"))
    .sort();
  return files.flatMap((file) => decisionsIn(file, readFileSync(join(root, file), "utf8")));
}

/** One line of a comment: its marker and its text. */
const COMMENT_LINE = /^\s*(\/\/|\*(?!\/)|\/\*\*?)\s?(.*?)(?:\s*\*\/)?\s*$/;

/** Returns the decisions in one source text. Throws for a comment without a choice. */
export function decisionsIn(file: string, source: string): Decision[] {
  const lines = source.split("\n");
  return lines.flatMap((line, at): Decision[] => {
    const [, sign, comment] = COMMENT_LINE.exec(line) ?? [];
    let text = comment?.match(/Spec silent: (.*)$/)?.[1];
    if (text === undefined) return [];
    let next = at + 1;
    for (; !line.includes("*/") && next < lines.length; next += 1) {
      const [, furtherSign = "", further = ""] = COMMENT_LINE.exec(lines[next]!) ?? [];
      const isSame = (sign === "//") === (furtherSign === "//") && !furtherSign.startsWith("/*");
      if (!isSame || further === "" || further.startsWith("Spec silent: ")) break;
      text += ` ${further}`;
    }
    const parts = /^(.*?)\. (.*)$/.exec(text.trim());
    if (parts === null) throw new Error(`${file}:${at + 1}: "Spec silent" without a choice: ${text}`);
    return [{ file, open: capital(parts[1]!), choice: parts[2]! }];
  });
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns `docs/decisions.md`: the choices that no setting can change. */
export const decisionsPage = (decisions: readonly Decision[]): string =>
  sections([
    "# Decisions",
    "The choices that swath makes where the interface is silent. `npm run docs` writes this page from the `Spec silent` comments " +
      "of the sources. Choices that a profile can change are in the [reference](reference.md#dialect).",
    "## The command line",
    rows(decisions.filter(({ file }) => !file.startsWith(SANDBOX))),
    "## The sandbox",
    rows(decisions.filter(({ file }) => file.startsWith(SANDBOX))),
  ]);

const SANDBOX = "src/sandbox/";

const rows = (decisions: readonly Decision[]): string =>
  table(
    ["Not specified", "Choice", "Source"],
    decisions.map(({ open, choice, file }) => [
      cell(open),
      cell(choice),
      `[${file.slice("src/".length)}](../${file})`,
    ]),
  );
