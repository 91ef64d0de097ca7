/** Suggested commands for a person who runs `npx swath`, without swath on the PATH. */
import { afterAll, describe, expect, it } from "vitest";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openBench } from "./bench.ts";
import { tempHome, type Surroundings } from "./world.ts";

const { swath } = await openBench();
const home = await tempHome();
afterAll(() => rm(home, { recursive: true, force: true }));

const terminal: Surroundings = {
  home,
  env: { npm_command: "exec", NO_COLOR: "1" },
  stdinTTY: true,
  stdoutTTY: true,
  stderrTTY: true,
};
const SEARCH = "catalog search --place Lisbon --radius 20km --limit 3";

describe("PICK-06 started by npx", () => {
  it("hints after a result and after an error begin with npx swath", async () => {
    const { stderr } = await swath(SEARCH, terminal);
    expect(stderr).toMatch(/^-> .*: npx swath /m);
    const { stderr: refused } = await swath("order review 77", terminal);
    expect(refused).toContain("npx swath ");
    const { stderr: unknown } = await swath("catalog serch", terminal);
    expect(unknown).toContain("Did you mean npx swath catalog search?");
    for (const text of [stderr, refused, unknown]) expect(text).not.toMatch(/(?<!npx )\bswath [a-z]/);
  });

  it.each(["", "order", "order place", "catalog search", "task create"])("help: %s", async (path) => {
    const { stdout } = await swath(`${path} --help`.trim(), { env: terminal.env! });
    expect(stdout).toContain("npx swath");
    expect(stdout.replaceAll(/\s+/g, " ")).not.toMatch(/(?<!npx )\bswath (?:help|order|catalog|task|<)/);
  });

  it("the map page copies commands that begin with npx swath", async () => {
    await swath(`${SEARCH} --map lisbon.html`, terminal);
    expect(await readFile(join(home, "lisbon.html"), "utf8")).toContain('"program":"npx swath"');
  });

  it.each([
    ["npm run", "run-script"],
    ["a shell", undefined],
  ])("started by %s, commands begin with swath", async (_by, command) => {
    const { stderr } = await swath(SEARCH, { ...terminal, env: { npm_command: command, NO_COLOR: "1" } });
    expect(stderr).toMatch(/^-> .*: swath /m);
    expect(stderr).not.toContain("npx");
  });
});
