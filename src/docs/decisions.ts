/** Reads the choices where the interface is silent, from the `Spec silent: <question>. <choice>` comments of the sources. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatCell, joinSections, formatTable } from "./markdown.ts";

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
  return files.flatMap((file) => findDecisions(file, readFileSync(join(root, file), "utf8")));
}

/** A comment of one or more lines, up to the next one of its kind. */
const COMMENT = /^ *\/\/ Spec silent: (.*(?:\n *\/\/ (?!Spec silent: ).*)*)/gm;

/** Returns the decisions in one source text. Throws for a comment without a choice. */
export const findDecisions = (file: string, source: string): Decision[] =>
  [...source.matchAll(COMMENT)].map(({ 1: comment = "", index }) => {
    const text = comment.replaceAll(/\n *\/\/ /g, " ").trim();
    const [, open, choice] = /^(.*?)\. (.*)$/.exec(text) ?? [];
    if (open === undefined || choice === undefined) {
      const line = source.slice(0, index).split("\n").length;
      throw new Error(`${file}:${line}: "Spec silent" without a choice: ${text}`);
    }
    return { file, open: capitalize(open), choice };
  });

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns `docs/decisions.md`: the choices that no setting can change. */
export const writeDecisionsPage = (decisions: readonly Decision[]): string =>
  `${joinSections([
    "# Decisions",
    "The choices that swath makes where the interface is silent. `npm run docs` writes this page from the `Spec silent` comments " +
      "of the sources. Choices that a profile can change are in the [reference](reference.md#dialect).",
    "## The command line",
    toDecisionRows(decisions.filter(({ file }) => !file.startsWith(SANDBOX))),
    "## The sandbox",
    toDecisionRows(decisions.filter(({ file }) => file.startsWith(SANDBOX))),
  ])}\n`;

const SANDBOX = "src/sandbox/";

const toDecisionRows = (decisions: readonly Decision[]): string =>
  formatTable(
    ["Not specified", "Choice", "Source"],
    decisions.map(({ open, choice, file }) => [
      formatCell(open),
      formatCell(choice),
      `[${file.slice("src/".length)}](../${file})`,
    ]),
  );
