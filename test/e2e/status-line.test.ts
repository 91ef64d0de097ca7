/** The redrawn status line on a real terminal. */
import { beforeEach, describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { serveOrder } from "./serve-order.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal } from "./terminal.ts";

const job = "swath demo --yes --out-dir made && echo whole job";

describe("the status line", () => {
  beforeEach((context) => need(HAS_TERMINAL, NEEDS_TERMINAL, context));

  it("is drawn and erased, without colour", async () => {
    const terminal = await openTerminal(job, { home: await testFolder() });
    const shown = await terminal.shows(/whole job/);
    expect(shown).toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] [^\r\n]+/);
    expect(shown).toContain("\u{1B}[1G\u{1B}[0K");
    expect(shown).not.toMatch(/\u{1B}\[36m[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/u);
    expect(await terminal.ended).toBe(0);
  });

  it("resizing the terminal during a download leaves no stale lines: wrapped rows are also erased", async () => {
    const name = "an-asset-with-a-name-of-many-words-that-fills-more-than-half-of-a-wide-window";
    const size = 1_000_000;
    const origin = await serveOrder([`${name}-1.tif`, `${name}-2.tif`], size, (_path, _request, response) => {
      response.writeHead(200, { "content-length": size, "content-type": "image/tiff" });
      // A trickle, so that no file is complete before the test ends.
      const timer = setInterval(() => response.write(Buffer.alloc(100)), 50);
      response.on("close", () => clearInterval(timer));
    });
    const lines = [
      "swath order download o-1 --out-dir out &",
      "read typed",
      "stty cols 60",
      "read typed",
      "kill $!; wait || true",
      "echo whole job",
    ].join("\n");
    const env = { SWATH_BASE_URL: origin, SWATH_API_KEY: "key" };
    const terminal = await openTerminal(lines, { home: await testFolder(), env });
    await terminal.shows(/window-1\.tif {2}[^]*window-2\.tif {2}\d+ %/);
    terminal.type("\n");
    // Each of the two files had a second row.
    await terminal.shows(/(?:\u{1B}\[1A\u{1B}\[2K){2,}\r[^]*0 of 2 files/u);
    terminal.type("\n");
    await terminal.shows(/whole job/);
    expect(await terminal.ended).toBe(0);
  });

  it("a terminal without a known width gets no status line", async () => {
    const terminal = await openTerminal(`stty cols 0\n${job}`, { home: await testFolder() });
    const shown = await terminal.shows(/whole job/);
    expect(shown).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
    expect(shown.length).toBeLessThan(20_000);
    expect(await terminal.ended).toBe(0);
  });
});
