/** The status line in a window whose width changes while it is shown. */
import { describe, expect, it } from "vitest";
import { openStatusLine, type StatusLine } from "../../src/cli/output/status-line.ts";
import { TransferMeter } from "../../src/cli/output/transfer-meter.ts";
import { ReflowingScreen } from "./reflowing-screen.ts";
import { tempHome, testWorld } from "./world.ts";

const ABOVE = [
  "$ swath order download o-1 --out-dir imagery --asset HH --asset HV",
  "Order o-1: 3 files (60.0 MB), into imagery",
];

async function open(columns: number, { env = {}, isReflowing = true } = {}) {
  const screen = new ReflowingScreen(columns, isReflowing);
  for (const line of ABOVE) screen.write(`${line}\n`);
  const promptStreams = () => ({
    input: process.stdin,
    output: screen as unknown as NodeJS.WriteStream,
  });
  const { world } = testWorld({
    argv: [],
    home: await tempHome(),
    stderrTTY: true,
    columns,
    promptStreams,
    env,
  });
  const line = (await openStatusLine(world, {}))!;
  return { screen, line };
}

/** The output of a download in a window of this width. */
function progress(columns: number): string {
  const files = ["HH", "HV", "VV"].map((name) => ({
    path: `scene-20261120T101112-of-a-long-name/${name}-an-asset-with-a-name-of-many-words.tif`,
    item: "scene",
    asset: name,
    size: 20_000_000,
  }));
  const meter = new TransferMeter({ files } as never, 0);
  for (const file of files) meter.take({ type: "progress", file, done: 3_000_000 } as never);
  return meter.lines(1000, columns - 3).join("\n");
}

const show = (line: StatusLine, screen: ReflowingScreen): void => line.update(progress(screen.columns));
const above = (columns: number): string[] =>
  ABOVE.flatMap((line) => line.match(new RegExp(`.{1,${columns}}`, "g")) ?? []).map((row) => row.trimEnd());

describe("resizing the terminal during a download", () => {
  it.each([
    [120, [50]],
    [120, [100, 80, 60, 45]],
    [120, [33, 200, 40]],
    [60, [120]],
  ])("from %i columns to %j leaves no stale lines, and erases no others", async (from, widths) => {
    const { screen, line } = await open(from);
    show(line, screen);
    for (const columns of widths) {
      screen.resize(columns);
      show(line, screen);
      const shown = screen.shown;
      expect(shown.slice(0, above(columns).length)).toEqual(above(columns));
      const drawn = shown.slice(above(columns).length);
      expect(drawn.filter((row) => row.includes("of 3 files"))).toHaveLength(1);
      expect(drawn.filter((row) => row.startsWith("  "))).toHaveLength(3);
    }
    line.stop();
    expect(screen.shown).toEqual(above(widths.at(-1)!));
    expect(screen.listenerCount("resize")).toBe(0);
  });

  it("a wait in one long line is cut to the window, so that widening it erases nothing above", async () => {
    const { screen, line } = await open(40);
    line.update(`waiting for the order: ${"one of many images ".repeat(8)}`);
    expect(screen.shown.slice(above(40).length)).toHaveLength(1);
    screen.resize(150);
    expect(screen.shown).toHaveLength(above(150).length + 1);
    line.stop();
    expect(screen.shown).toEqual(above(150));
  });

  it.each([{ XTERM_VERSION: "XTerm(390)" }, { TERM: "linux" }, { STY: "100.pts-0" }])(
    "a terminal that cuts long lines (%o) loses none of those above",
    async (env) => {
      const { screen, line } = await open(120, { env, isReflowing: false });
      show(line, screen);
      screen.resize(50);
      line.stop();
      expect(screen.shown).toEqual(ABOVE.map((text) => text.slice(0, 50).trimEnd()));
    },
  );
});
