/** The line that is redrawn while something lasts, on a real terminal. */
import { beforeEach, describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal } from "./terminal.ts";
import { tempDir } from "./swath.ts";

const job = "swath demo --yes --out-dir made && echo whole job";

describe("the status line", () => {
  beforeEach((context) => need(HAS_TERMINAL, NEEDS_TERMINAL, context));

  it("is drawn and taken away again, in no colour", { timeout: 60_000 }, async () => {
    const terminal = await openTerminal(job, { home: await tempDir() });
    const shown = await terminal.shows(/whole job/);
    expect(shown).toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] [^\r\n]+/);
    expect(shown).toContain("\u{1B}[1G\u{1B}[0K");
    expect(shown).not.toMatch(/\u{1B}\[36m[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/u);
    expect(await terminal.ended).toBe(0);
  });

  it("a terminal that does not know its width gets none, where it once got lines without end", async () => {
    const terminal = await openTerminal(`stty cols 0\n${job}`, { home: await tempDir() });
    const shown = await terminal.shows(/whole job/);
    expect(shown).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
    expect(shown.length).toBeLessThan(20_000);
    expect(await terminal.ended).toBe(0);
  });
});
