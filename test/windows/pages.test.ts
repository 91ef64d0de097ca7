/**
 * The blocks of the documentation in cmd.exe, which is Wine's. A block for bash is changed only as docs/shells.md tells a reader to change it.
 * Wine's cmd.exe does not run the `swath.cmd` that npm writes, so that a shorter one is in its place.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf, textOf } from "../pages.ts";
import { newDesk, type Desk, type Ended } from "./desk.ts";

/** Runs lines as a batch file in the folder of a desk, which reports each command that fails. */
async function runLines(desk: Desk, lines: readonly string[]): Promise<Ended> {
  writeFileSync(join(desk.folder, "swath.cmd"), "@C:\\node22\\node.exe C:\\swath\\bin\\swath.js %*\r\n");
  const checked = lines.flatMap((line) => {
    // Without `call` a batch file ends with the first other one that it runs.
    const called = line.replaceAll(/(^|\| )swath /g, "$1call swath ");
    return called === line
      ? [line]
      : [called, `if errorlevel 1 echo failed: ${line.replaceAll(/[<>|"]/g, "")}`];
  });
  writeFileSync(join(desk.folder, "page.cmd"), ["@echo off", ...checked, ""].join("\r\n"));
  return (await desk.startProgram("cmd.exe", ["/d", "/c", "page.cmd"])).ended;
}

/** Returns the lines of the blocks for bash that need no other form, as docs/shells.md writes them for cmd. */
function linesFor(page: string): string[] {
  const blocks = [...textOf(page).matchAll(/^```sh\n(.*?)^```$(\n\n```powershell)?/gms)].flatMap(
    ([, block, form]) => (form === undefined ? [block!] : []),
  );
  return blocks
    .filter((block) => !/npm |<<'/.test(block))
    .flatMap((block) =>
      block
        .replaceAll(/^\s*#.*\n|\s+#.*$/gm, "")
        .replaceAll(/\|\n\s*/g, "| ")
        .replaceAll(/^export /gm, "set ")
        .split("\n"),
    )
    .filter((line) => line !== "");
}

const desk = newDesk("22", { SWATH_PROFILE: "sandbox" });
beforeAll(async () => {
  const { code, stderr } = await desk.run(["sandbox", "start", "--port", "0", "--detach", "--quiet"]);
  expect(code, stderr).toBe(0);
});
afterAll(() => desk.run(["sandbox", "stop"]));

/** Returns the lines of a page's blocks for cmd. */
const linesOf = (page: string): string[] =>
  blocksOf(page, "bat").flatMap((block) => block.trim().split("\n"));

describe("DESK-60 P25 in cmd", () => {
  it.each(["README.md", "docs/start.md", "docs/exports.md", "docs/scripts.md"])(
    "the commands of %s run as printed",
    async (page) => {
      const lines = linesFor(page);
      expect(lines.length).toBeGreaterThan(5);
      // An earlier page may have bought the same scenes.
      await desk.run(["sandbox", "reset", "--yes"]);
      const { code, stdout, stderr } = await runLines(desk, [...lines, "echo the end"]);
      expect(code, stderr).toBe(0);
      const failed = stdout.split(/\r?\n/u).filter((line) => line.startsWith("failed: "));
      expect(failed, stderr).toEqual([]);
      expect(stderr).not.toContain("Can't recognize");
      expect(stdout).toMatch(/the end\r?\n$/u);
    },
  );

  it("the first steps of the page for cmd buy, download and verify", async () => {
    await desk.run(["sandbox", "reset", "--yes"]);
    const { stdout, stderr } = await runLines(desk, linesOf("docs/shells.md"));
    expect(stdout, stderr).not.toContain("failed: ");
    expect(stdout).toMatch(/\tok\t/u);
    expect(readFileSync(join(desk.folder, "order.txt"), "utf8")).toMatch(/^[0-9a-f-]{36}\r?\n$/u);
  });

  it("a script reads the exit code and the error as JSON", async () => {
    const { stdout } = await runLines(desk, linesOf("docs/scripts.md"));
    // Wine's cmd.exe reports 1 for each failed `call`.
    expect(stdout).toMatch(/^exit code [1-9]\d*\r?$/mu);
    expect(stdout).toContain('"code":"ORDER_NOT_FOUND"');
  });
});
