/** The walkthroughs of CONTRIBUTING.md stay true; `test/examples/order-cancel.test.ts` carries the example out. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyPatch, PATCHED_FILES, ROOT } from "./examples/order-cancel.ts";

const text = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");

describe("the example of CONTRIBUTING.md", () => {
  test("applies to this tree", () => applyPatch(ROOT, { isTrial: true }));

  test("is nine files of code and tests, and a line of the requirements", () => {
    const isPage = (path: string): boolean => path.endsWith(".md");
    expect(PATCHED_FILES.filter((path) => !isPage(path))).toHaveLength(9);
    expect(PATCHED_FILES.filter(isPage).toSorted()).toEqual(["docs/requirements.md"]);
  });

  test("has each of its files named in the table and in a step", () => {
    const named = PATCHED_FILES.map((path) => [path, text.split(`\`${path}\``).length - 1] as const);
    expect(named.filter(([, times]) => times < 2)).toEqual([]);
  });
});

test.each(["Add an endpoint", "Add a verb"])("%s has ten steps", (title) => {
  const [, section = ""] = text.split(`### ${title}\n`);
  const steps = section.split(/^##/m)[0]!.match(/^\d+\. /gm) ?? [];
  expect(steps.map((step) => Number.parseInt(step))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
