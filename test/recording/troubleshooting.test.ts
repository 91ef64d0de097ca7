/**
 * docs/troubleshooting.md: each example is the output of its command. `npm run record` writes the examples into the page.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERROR_CODES } from "../../src/errors.ts";
import { blocksOf, textOf } from "../pages.ts";
import { troubleshooting } from "./troubleshooting-lines.ts";
import { playChapter } from "./play.ts";

const PAGE = "docs/troubleshooting.md";

/** The entry of a code: its heading, the line of facts, the example if there is one, and the prose. */
const ENTRY = /^(### ([A-Z_]+)\n\n> .*\n\n)(?:```console\n[^]*?^```\n\n)?/gm;

interface PlayedExample {
  exampleOf?: string;
  line?: string;
  exitCode?: number;
  stderr?: string[];
}

test(
  "REACH-02 each example of troubleshooting is the output of its command",
  { timeout: 900_000 },
  async () => {
    const examples = new Map<string, string>();
    const others: string[] = [];
    const played = await playChapter({ name: "troubleshooting", steps: troubleshooting }, { mustKeep: true });
    for (const { exampleOf, line, exitCode, stderr = [] } of played as PlayedExample[]) {
      if (exampleOf === undefined) continue;
      const shown = stderr
        .slice(stderr.findIndex((text) => text.startsWith("Error:")))
        .join("\n")
        // A recording has no numbers of matches; this number is a fact of the gazetteer.
        .replace("of <count> people", "of 15,000 people");
      const isExample = new RegExp(
        `^Error: .*^  code ${exampleOf}\\b.*, exit ${exitCode}(?:; more: .*)?\\n$`,
        "ms",
      ).test(shown);
      if (!isExample) others.push(`${exampleOf}: swath ${line}\n${shown}`);
      examples.set(exampleOf, `\`\`\`console\n$ swath ${line}\n${shown}\`\`\`\n\n`);
    }
    expect(others).toEqual([]);
    const page = textOf(PAGE).replaceAll(
      ENTRY,
      (_all, head: string, code: string) => head + (examples.get(code) ?? ""),
    );
    if (process.env["SWATH_RECORD"] === "1") writeFileSync(join(import.meta.dirname, "../..", PAGE), page);
    expect(textOf(PAGE), "npm run record -- -t troubleshooting").toBe(page);
  },
);

test("REACH-02 each error code has an entry in troubleshooting with an example, in a list by subject", () => {
  const entries = textOf(PAGE).split(/^### /m).slice(1);
  const codes = entries.map((entry) => entry.slice(0, entry.indexOf("\n")));
  expect(codes.toSorted()).toEqual(Object.keys(ERROR_CODES).toSorted());
  for (const entry of entries) {
    const words = entry
      .replaceAll(/^```.*?^```$/gms, "")
      .replace(/^.*\n\n> .*\n/, "")
      .trim();
    expect(words.length, entry).toBeGreaterThan(40);
  }
  expect(blocksOf(PAGE, "(?:console|text)").length).toBe(codes.length);
});
