/** `docs/decisions.md`: the choices where the interface is silent and no setting can change them. */
import type { Decision } from "./decisions.ts";
import { cell, sections, table } from "./markdown.ts";

export const decisionsPage = (decisions: readonly Decision[]): string =>
  sections([
    "# Decisions",
    "Where the interface is silent, this is what we do. Written by `npm run docs` from the `Spec silent` comments of the " +
      "sources. What a profile can change stands in the [reference](reference.md#what-a-deployment-may-do-differently).",
    table(
      ["The interface leaves open", "What we do", "Where"],
      decisions
        .filter(({ key }) => key === undefined)
        .map(({ open, choice, file }) => [
          cell(open),
          cell(choice),
          `[${file.slice("src/".length)}](../${file})`,
        ]),
    ),
  ]);
