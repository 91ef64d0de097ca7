/** The display at a terminal while the service is slow. */
import { describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { openStatusLine } from "../../src/cli/output/status-line.ts";
import { WaitLine } from "../../src/cli/output/wait-line.ts";
import { tempHome, testWorld } from "./world.ts";
import { ReflowingScreen } from "./reflowing-screen.ts";

const { swath, send, clock } = await openBench({ archiveSize: 300 });
// Under a stopped clock no time passes while modules are loaded.
await import("ora");
const SEARCH = "catalog search --bbox -180,-80,180,80";

/** A terminal for stderr, and a service that answers each request eight seconds late. */
function slowly() {
  const screen = new ReflowingScreen(100);
  const seen: string[] = [];
  const look = (): void => {
    const line = screen.shown.at(-1)?.replace(/^\S /, "");
    if (line !== undefined && line !== seen.at(-1)) seen.push(line);
  };
  const slow: Send = async (request) => {
    for (let step = 0; step < 16; step += 1) {
      await clock.sleep(500);
      look();
    }
    return send(request);
  };
  const output = screen as unknown as NodeJS.WriteStream;
  const on = {
    send: slow,
    stderrTTY: true,
    stdinTTY: true,
    columns: 100,
    env: { NO_COLOR: "1" },
    promptStreams: () => ({ input: process.stdin, output }),
  };
  return { screen, seen, on };
}

describe("a search over a service with 8 s latency", () => {
  it("shows its host, counts the seconds, and leaves nothing behind", async () => {
    const { screen, seen, on } = slowly();
    const atWrite: string[][] = [];
    const { exitCode } = await swath(`${SEARCH} --limit 1`, {
      ...on,
      stdoutTTY: true,
      writeStdout: async () => void atWrite.push(screen.shown),
    });
    expect(exitCode).toBe(0);
    expect(seen[0]).toBe("Search the archive (STAC): waiting for sar.example");
    expect(seen).toContain("Search the archive (STAC): waiting for sar.example, 1 s");
    expect(seen.at(-1)).toMatch(/^Search the archive \(STAC\): waiting for sar\.example, [78] s$/);
    expect(atWrite.length).toBeGreaterThan(0);
    expect(atWrite.flat()).toEqual([]);
    expect(screen.shown).toEqual([]);
    expect(screen.listenerCount("resize")).toBe(0);
  });

  it("with --all into a file, counts the received rows", async () => {
    const { screen, seen, on } = slowly();
    const { exitCode } = await swath(`${SEARCH} --all --page-size 100 --output ndjson`, on);
    expect(exitCode).toBe(0);
    expect(seen.join("\n")).toMatch(/waiting for sar\.example, 100 rows, \d+ s/);
    expect(seen.join("\n")).toMatch(/waiting for sar\.example, 200 rows, \d+ s/);
    expect(screen.shown).toEqual([]);
  });

  it.each([
    ["off a terminal", { stderrTTY: false, stdinTTY: false }, ""],
    ["with --quiet", {}, "--quiet"],
    ["with --progress none", {}, "--progress none"],
    ["in CI", { env: { CI: "true" } }, ""],
  ])("%s shows nothing", async (_title, surroundings, flags) => {
    const { seen, on } = slowly();
    const { exitCode } = await swath(`${SEARCH} --limit 1 ${flags}`, { ...on, ...surroundings });
    expect(exitCode).toBe(0);
    expect(seen).toEqual([]);
  });

  it.each(["task types", "export list", "search tasks", "api GET /collectiontypes"])(
    "%s shows its own line",
    async (line) => {
      const { screen, seen, on } = slowly();
      expect((await swath(line, on)).exitCode).toBe(0);
      expect(seen[0]).toMatch(/^[^:]+: waiting for sar\.example$/);
      expect(screen.shown).toEqual([]);
    },
  );
});

it.each([
  [80, /^Reading the task: waiting for a-very-long-name-of-a-ser\S*…?, 7 s$/],
  [60, /^Reading the task: waiting for a-very-long-\S*…, 7 s$/],
  [40, /^Reading the task: 7 s$/],
  [20, /^Reading t\S*….*: 7 s$|^Reading the …: 7 s$/],
])(
  "on a screen of %i columns the seconds are visible, and the host is cut before them",
  async (columns, line) => {
    const { screen, seen, on } = slowly();
    screen.columns = columns;
    const host = "a-very-long-name-of-a-service.of-an-organization.example";
    await swath("task get 3f0c2a7e-0000-4000-8000-000000000000", {
      ...on,
      columns,
      env: { ...on.env, SWATH_BASE_URL: `https://${host}` },
    });
    expect(
      seen.some((text) => line.test(text)),
      seen.join("\n"),
    ).toBe(true);
  },
);

it("the end of a request keeps the line of a download or a wait", async () => {
  const { screen, on } = slowly();
  const { world } = testWorld({ argv: [], home: await tempHome(), ...on, clock });
  const waitLine = new WaitLine(world, () => openStatusLine(world, {}));
  const landed = waitLine.inFlight({ what: "Get the signed URLs of an order", host: "sar.example" });
  await clock.sleep(500);
  expect(screen.shown.join()).toContain("waiting for sar.example");
  const other = await waitLine.openOther();
  other?.update("3 of 8 files");
  landed();
  await clock.sleep(5000);
  expect(screen.shown.map((row) => row.slice(2))).toEqual(["3 of 8 files"]);
  other?.stop();
  waitLine.stop();
  expect(screen.shown).toEqual([]);
});
