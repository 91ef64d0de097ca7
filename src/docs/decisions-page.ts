/** `docs/decisions.md`: the choices where the interface is silent and no setting can change them. */
import type { Decision } from "./decisions.ts";
import { cell, sections, table } from "./markdown.ts";

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
