/** The walkthroughs of CONTRIBUTING.md stay true; `test/examples/order-cancel.test.ts` applies the example. */
import { needProgram } from "./this-system.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyPatch, PATCHED_FILES, ROOT } from "./examples/order-cancel.ts";

const text = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");

describe("the example of CONTRIBUTING.md", () => {
  test("applies to this tree", async () => {
    needProgram("git");
    await applyPatch(ROOT, { isTrial: true });
  });

  test("is nine files of code and tests, and one line of the requirements", () => {
    const isPage = (path: string): boolean => path.endsWith(".md");
    expect(PATCHED_FILES.filter((path) => !isPage(path))).toHaveLength(9);
    expect(PATCHED_FILES.filter(isPage).toSorted()).toEqual(["test/requirements.md"]);
  });

  test("has each of its files in the table and in a step", () => {
    const named = PATCHED_FILES.map((path) => [path, text.split(`\`${path}\``).length - 1] as const);
    expect(named.filter(([, times]) => times < 2)).toEqual([]);
  });
});

test("the example of a front-door test is a test of this tree", () => {
  expect(text).toContain(readFileSync(join(ROOT, "test/cli/example.test.ts"), "utf8"));
});
