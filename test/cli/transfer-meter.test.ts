/** The display of a download at a terminal, from its events alone. */
import { describe, expect, it } from "vitest";
import { TransferMeter } from "../../src/cli/output/transfer-meter.ts";
import { cutStart } from "../../src/render/width.ts";
import type { TransferEvent } from "../../src/transfer/events.ts";
import { AppError } from "../../src/errors.ts";

const ref = (path: string) => ({ path, item: "TAVEUNI", asset: path });
const plan = (...files: [string, number?][]) => ({
  files: files.map(([path, size]) => ({ ...ref(path), host: "x", ...(size !== undefined && { size }) })),
});
type Step = TransferEvent extends infer E ? (E extends { file: unknown } ? Omit<E, "file"> : never) : never;

function meterOf(files: ReturnType<typeof plan>) {
  const meter = new TransferMeter(files, 0);
  return {
    take: (path: string, event: Step) => meter.take({ ...event, file: ref(path) }),
    lines: (ms: number, columns = 100) => meter.lines(ms, columns),
  };
}

describe("the lines of a download", () => {
  it("DOWNLOAD-07 show bytes, rate, time left and files, and one line per active file", () => {
    const meter = meterOf(plan(["a/HH.tif", 100e6], ["a/HV.tif", 300e6], ["a/metadata.json"]));
    meter.take("a/HH.tif", { type: "started", size: 100e6 });
    meter.take("a/HV.tif", { type: "started", size: 300e6 });
    meter.take("a/HH.tif", { type: "progress", done: 50e6, size: 100e6 });
    meter.take("a/HV.tif", { type: "progress", done: 30e6, size: 300e6 });
    expect(meter.lines(2000)).toEqual([
      "0 of 3 files, 80.0 MB of 400.0 MB or more, 40.0 MB/s, 8s or more left",
      "  a/HH.tif  50 %, 50.0 MB of 100.0 MB",
      "  a/HV.tif  10 %, 30.0 MB of 300.0 MB",
    ]);
    meter.take("a/HH.tif", { type: "finished", size: 100e6, how: [] });
    expect(meter.lines(3000)).toEqual([
      "1 of 3 files, 130.0 MB of 400.0 MB or more, 43.3 MB/s, 6s or more left",
      "  a/HV.tif  10 %, 30.0 MB of 300.0 MB",
    ]);
  });

  it("DOWNLOAD-07 files with bytes to come stand before those that only wait for their name", () => {
    const meter = meterOf(plan(["a", 1e6], ["b", 1e6], ["c", 1e6]));
    for (const path of ["a", "b", "c"]) meter.take(path, { type: "started", size: 1e6 });
    meter.take("a", { type: "progress", done: 1e6, size: 1e6 });
    expect(meter.lines(1000).slice(1)).toEqual([
      "  b  0 %, 0 B of 1.0 MB",
      "  c  0 %, 0 B of 1.0 MB",
      "  a  100 %, 1.0 MB of 1.0 MB",
    ]);
  });

  it("files from before count as done, but not for the rate", () => {
    const meter = meterOf(plan(["a", 100e6], ["b", 100e6], ["c", 100e6]));
    meter.take("a", { type: "skipped", reason: "it is complete", size: 100e6 });
    meter.take("b", { type: "started", size: 100e6 });
    meter.take("b", { type: "resumed", done: 90e6, size: 100e6 });
    meter.take("b", { type: "progress", done: 91e6, size: 100e6 });
    expect(meter.lines(1000)[0]).toBe("1 of 3 files, 191.0 MB of 300.0 MB, 1.0 MB/s, 1m49s left");
  });

  it("the rate is that of the last seconds", () => {
    const meter = meterOf(plan(["a", 1e9]));
    meter.take("a", { type: "started", size: 1e9 });
    let done = 0;
    for (let second = 1; second <= 100; second++) {
      meter.take("a", { type: "progress", done: (done += second <= 60 ? 1e6 : 5e6), size: 1e9 });
      meter.lines(second * 1000);
    }
    expect(meter.lines(100_000)[0]).toContain("5.0 MB/s");
  });

  it("a restart from zero and a failure subtract their bytes", () => {
    const meter = meterOf(plan(["a", 100], ["b", 100]));
    for (const path of ["a", "b"]) {
      meter.take(path, { type: "started", size: 100 });
      meter.take(path, { type: "progress", done: 60, size: 100 });
    }
    meter.take("a", { type: "restarted", reason: "another version" });
    meter.take("b", { type: "failed", error: new AppError("service", "NOT_FOUND", "gone") });
    expect(meter.lines(1000)[0]).toBe("0 of 2 files, 0 B of 200 B, 120 B/s, 2s left, 1 failed");
  });

  it("P13 many files, long names and hostile ones stay within the screen", () => {
    const paths = Array.from({ length: 20 }, (_, index) => `${"folder/".repeat(20)}${index}\u001b[2J.tif`);
    const meter = meterOf(plan(...paths.map((path): [string, number] => [path, 1e6])));
    for (const path of paths) meter.take(path, { type: "started", size: 1e6 });
    const lines = meter.lines(1000, 60);
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe("  and 12 more");
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
    expect(lines[1]).toMatch(/^ {2}….*0\\x1b\[2J\.tif {2}0 %, 0 B of 1\.0 MB$/);
    expect(lines.join("")).not.toContain("\u001b");
  });

  it("DOWNLOAD-07 P13 no line is wider than a narrow terminal, and none loses a fact that is printed nowhere else", () => {
    const meter = meterOf(plan(["TAVEUNI_20260915T233748_HH.tif", 500e6]));
    meter.take("TAVEUNI_20260915T233748_HH.tif", { type: "started", size: 500e6 });
    meter.take("TAVEUNI_20260915T233748_HH.tif", { type: "progress", done: 210e6, size: 500e6 });
    expect(meter.lines(2000, 38)).toEqual([
      "0 of 1 file, 210.0 MB of 500.0 MB",
      "105.0 MB/s, 3s left",
      "  …60915T233748_HH.tif  42 %, 210.0 MB",
    ]);
    expect(meter.lines(2000, 24).at(-1)).toBe("  …5T233748_HH.tif  42 %");
    for (const columns of [20, 24, 30, 37, 38, 60])
      for (const line of meter.lines(2000, columns)) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("an unknown size grows with the file", () => {
    const meter = meterOf(plan(["a"]));
    meter.take("a", { type: "started" });
    meter.take("a", { type: "progress", done: 5e6 });
    expect(meter.lines(1000)[0]).toBe("0 of 1 file, 5.0 MB of 5.0 MB, 5.0 MB/s");
  });
});

it("a name is cut at its start, never inside a character", () => {
  expect(cutStart("衛星画像.tif", 9)).toBe("…画像.tif");
  expect(cutStart("scene.tif", 9)).toBe("scene.tif");
  expect(cutStart("scene.tif", 0)).toBe("");
});
