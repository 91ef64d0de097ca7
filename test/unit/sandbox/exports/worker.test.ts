import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { EXPORT_FORMATS } from "../../../../src/contract/vocabulary.ts";
import { ExportRunner } from "../../../../src/sandbox/exports/export-cache.ts";
import { generate } from "../../../../src/sandbox/exports/generate.ts";
import { bundleProgram } from "../../../bundle-program.ts";
import { jobFor, tempFolder } from "./jobs.ts";

const ROOT = resolve(import.meta.dirname, "../../../..");
const folder = tempFolder();
let workerPath: string;
beforeAll(async () => {
  workerPath = await bundleProgram(join(ROOT, "src/sandbox/exports/export-worker.ts"));
});

describe("a worker thread", () => {
  test.each(EXPORT_FORMATS)("makes the same bytes as the process itself: %s", async (format) => {
    const [here, there] = [join(folder, `here.${format}`), join(folder, `there.${format}`)];
    await generate(jobFor(format, here));
    await new ExportRunner(workerPath).run(jobFor(format, there));
    expect((await readFile(there)).equals(await readFile(here))).toBe(true);
  });

  test("leaves the event loop free while it works", async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    await new ExportRunner(workerPath).run(jobFor("gpkg", join(folder, "turns.gpkg")));
    isOver = true;
    expect(turns).toBeGreaterThan(1000);
  });

  test("reports an unwritable file as a failure, and makes the next one", async () => {
    const runner = new ExportRunner(workerPath);
    const failing = runner.run(jobFor("geoparquet", join(folder, "missing", "x.geoparquet")));
    const path = join(folder, "next.geoparquet");
    const next = runner.run(jobFor("geoparquet", path));
    await expect(failing).rejects.toThrow(/ENOENT/);
    await next;
    expect(existsSync(path)).toBe(true);
  });

  test("stops its work when it is ended", async () => {
    const runner = new ExportRunner(workerPath);
    const making = runner.run(jobFor("shp.zip", join(folder, "stopped.shp.zip")));
    const waiting = runner.run(jobFor("gpkg", join(folder, "stopped.gpkg")));
    await new Promise((go) => setImmediate(go));
    runner.stop();
    await expect(making).rejects.toThrow("ended before the export was complete");
    await expect(waiting).rejects.toThrow("the sandbox is closed");
  });

  test("reports a broken thread as a failure", async () => {
    const broken = join(folder, "broken.cjs");
    await writeFile(broken, "throw new Error('no such luck');");
    const making = new ExportRunner(broken).run(jobFor("shp.zip", join(folder, "broken.shp.zip")));
    await expect(making).rejects.toThrow("no such luck");
  });
});
