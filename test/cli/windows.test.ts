/** Windows by the service's clock: a closed one is refused, one that has begun gets a note. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { newFolder } from "../new-folder.ts";
import { openBench, type Bench } from "./bench.ts";
import { sandboxHome } from "./sandbox-home.ts";
import { tempHome } from "./world.ts";

const POINT = "--point 14.43,40.82 --tier standard --type spotlight";

/** The bench's clock stands at 2026-03-10T11:47. */
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});

describe("TASK-18 a window that has closed", () => {
  it.each([
    ["task create", `task create ${POINT} --window-open 2026-01-01 --window 1d`, "67d"],
    ["task create", `task create ${POINT} --window-open -9d --window-close -2d`, "2d"],
    [
      "repeat create",
      "repeat create --point 14.43,40.82 --tier routine --type spotlight --from 2026-01-01 --interval 7 --to 2026-02-01",
      "37d",
    ],
    ["task retask", "task retask t-1 --window-open -9d --window-close -2d", "2d"],
    ["collect retask", "collect retask c-1 --window-open -9d --window-close -2d", "2d"],
    ["repeat retask", "repeat retask r-1 --from -60d --to -2d", "2d"],
  ])("%s refuses it before any request: %s", async (_verb, line, ago) => {
    const run = await bench.swath(line);
    expect(run).toMatchObject({ exitCode: 3, requests: [] });
    expect(run.stderr).toContain("code WINDOW_PAST");
    expect(run.stderr).toMatch(
      new RegExp(`(?:window closed|series ended) ${ago} ago, at \\S+Z: nothing can be collected any more`),
    );
    expect(run.stderr).toContain("Give a later end");
  });

  it("--allow-past sends it with a note", async () => {
    const run = await bench.swath(
      `task create ${POINT} --window-open 2026-01-01 --window 1d --allow-past --dry-run --json`,
    );
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain("the window closed 67d ago, at 2026-01-02T00:00:00Z");
    expect(run.stderr).toContain("sent anyway");
    // The sandbox refuses it itself.
    const sent = await bench.swath(`task create ${POINT} --window-open 2026-01-01 --window 1d --allow-past`);
    expect(sent.exitCode).toBe(8);
    expect(sent.requests).toHaveLength(1);
  });

  it("among many features, the closed one is reported", async () => {
    const feature = (windowClose: string) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [14.43, 40.82] },
      properties: {
        windowOpen: "2026-03-01T00:00:00Z",
        windowClose,
        collectionTier: "standard",
        collectionType: "spotlight",
      },
    });
    const features = [feature("2026-03-20T00:00:00Z"), feature("2026-03-05T00:00:00Z")];
    const path = join(await newFolder(), "sites.geojson");
    await writeFile(path, JSON.stringify({ type: "FeatureCollection", features }));
    const run = await bench.swath(`task create --file ${path} --each`);
    expect(run).toMatchObject({ exitCode: 3, requests: [] });
    expect(run.stderr).toContain("feature 2: the window closed 5d ago, at 2026-03-05T00:00:00Z");
  });

  it("TASK-18 one that has begun gets a note with the rest; one that begins now does not", async () => {
    const begun = await bench.swath(`task create ${POINT} --window-open -2d --window 7d --dry-run`);
    expect(begun.exitCode).toBe(0);
    expect(begun.stderr).toContain("The window began 2d ago, with 5d of it left");
    const now = await bench.swath(`task create ${POINT} --window-open now --window 7d --dry-run`);
    expect(now.stderr).not.toContain("began");
  });

  it.each([
    ["repeat create --point -9.14,38.69 --interval 7 --until-canceled", "--from 2020-01-01", "2260d"],
    ["repeat retask 3f0c2a7e-0000-4000-8000-000000000000 --until-canceled", "--from -3d", "3d"],
  ])("REPEAT-06 %s: a series that began long ago gets a warning", async (line, from, ago) => {
    const { stderr, exitCode } = await bench.swath(`${line} ${from} --dry-run`);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toMatch(new RegExp(`The series began ${ago}.* ago$`, "m"));
  });
});

describe("relative times count from the service's clock", () => {
  it("after `sandbox clock --advance`, without a request", async () => {
    const { swath } = await sandboxHome();
    await swath("sandbox clock --set 2031-05-01T00:00:00Z --mode manual");
    await swath("sandbox clock --advance 30d");
    const line = `task create ${POINT} --window-open +1d --window 7d --sandbox`;
    const created = await swath(`${line} --output id`);
    expect([created.exitCode, created.stderr]).toEqual([
      0,
      expect.stringContaining("was taken as 2031-06-01T00:00:00Z"),
    ]);
    expect(created.stderr).toMatch(/Times count from the sandbox's clock, \S+ ahead of this machine's/);
    expect((await swath(`${line} --dry-run`)).stderr).toContain("was taken as 2031-06-01T00:00:00Z");
    const past = await swath(`task create ${POINT} --window-open 2031-04-01 --window 7d --sandbox`);
    expect(past.exitCode).toBe(3);
    expect(past.stderr).toContain("WINDOW_PAST");
    const archive = await swath("catalog search --point -9.14,38.71 --from -30d --limit 1 --sandbox --json");
    expect(archive.stderr).toContain("2031-05-01T00:00:00");
  });

  it("with a sandbox that was set back, windows of that time are not in the past", async () => {
    const { swath } = await sandboxHome();
    await swath("sandbox clock --set 2026-03-01T09:30:00Z --mode manual");
    const run = await swath(`task create ${POINT} --window-open 2026-03-02 --window 7d --sandbox`);
    expect(run.exitCode).toBe(0);
  });

  it("also with a running sandbox", async () => {
    const home = await sandboxHome();
    await home.swath("sandbox clock --set 2031-05-01T00:00:00Z --mode manual");
    const started = await home.start();
    const run = await home.swath(`task create ${POINT} --window-open +1d --window 7d --sandbox`);
    expect([run.exitCode, run.stderr]).toEqual([
      0,
      expect.stringContaining("was taken as 2031-05-02T00:00:00Z"),
    ]);
    await started.end();
  });

  it("with another service, by the clock difference in its last replies", async () => {
    const home = await tempHome();
    const ahead = 3 * 86_400_000;
    const send: Send = async (request) => {
      const reply = await bench.send(request);
      return {
        ...reply,
        headers: { ...reply.headers, date: new Date(bench.clock.ms + ahead).toUTCString() },
      };
    };
    const line = `task create ${POINT} --window-open +1d --window 7d`;
    const first = await bench.swath(line, { home, send });
    expect(first.stderr).toContain("was taken as 2026-03-11T11:47:00Z");
    const second = await bench.swath(`${line} --name again`, { home, send });
    expect(second.stderr).toMatch(/Times count from the service's clock, 3d ahead of this machine's/);
    expect(second.stderr).toMatch(/was taken as 2026-03-14T11:4[67]/);
    expect(second.requests).toHaveLength(1);
  });
});
