/** `repeat create --each`: one series per feature of a file; a rerun sends the missing ones. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 10 });

const feature = (name: string, longitude: number, latitude: number) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [longitude, latitude] },
  properties: { repeatRequestName: name },
});
const SITES = [
  feature("vesuvius", 14.43, 40.82),
  feature("etna", 15, 37.75),
  feature("teide", -16.64, 28.27),
];
const LINE =
  "repeat create --file sites.geojson --each --from +1d --interval 7 --count 3 --tier routine --type spotlight";

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
const sites = (features: readonly object[]) =>
  writeFile(join(home, "sites.geojson"), JSON.stringify({ type: "FeatureCollection", features }));
const rowsOf = (stdout: string) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { index: number; outcome: string; id?: string; name?: string })
    .sort((a, b) => a.index - b.index);

describe("REPEAT-01 repeat create --each", () => {
  it("creates one series per feature, with the flags for all of them", async () => {
    await sites(SITES);
    const { exitCode, stdout, stderr, requests } = await swath(LINE, { home });
    expect(exitCode, stderr).toBe(0);
    expect(rowsOf(stdout)).toEqual(
      SITES.map(({ properties }, index) => ({
        index,
        name: properties.repeatRequestName,
        outcome: "created",
        id: expect.any(String),
        status: expect.any(String),
      })),
    );
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      SITES.map(() => "POST /repeat-requests"),
    );
    for (const { body } of requests)
      expect(body).toMatchObject({
        properties: {
          collectionTier: "routine",
          repetitionProperties: { repetitionInterval: 7, repetitionCount: 3 },
        },
      });
  });

  it("a rerun of the same file sends nothing, and task create of each feature is another batch", async () => {
    await sites(SITES);
    await swath(LINE, { home });
    const again = await swath(LINE, { home });
    expect(again.requests).toEqual([]);
    expect(rowsOf(again.stdout).map(({ outcome }) => outcome)).toEqual(["already", "already", "already"]);
    expect(again.stderr).toContain("Nothing was sent: all 3 requests were sent before, at");
    const tasks = await swath(
      "task create --file sites.geojson --each --window-open +1d --window 7d --tier standard --type spotlight --no-validate",
      { home },
    );
    expect(tasks.requests).toHaveLength(3);
  });

  it("a fault in one feature sends none, and is reported with the feature and the flag", async () => {
    await sites([...SITES, { ...feature("nowhere", 0, 0), geometry: { type: "Point", coordinates: [0] } }]);
    const faulty = await swath(LINE, { home });
    expect([faulty.exitCode !== 0, faulty.requests]).toEqual([true, []]);
    expect(faulty.stderr).toContain("feature 4");
    const tier = await swath(LINE.replace("routine", "nosuch"), { home });
    expect(tier.requests).toEqual([]);
    expect(tier.stderr).toContain("--tier");
  });

  it.each(["--point 1,2", "--data {}", "--wait"])("%s is for one series", async (flag) => {
    await sites(SITES);
    const { exitCode, requests, stderr } = await swath(`${LINE} ${flag}`, { home });
    expect([exitCode, requests]).toEqual([2, []]);
    expect(stderr).toContain(flag.split(" ")[0]);
  });

  it("pre-approved series are refused under --max-cost, since no price is shown before sending", async () => {
    await sites(SITES);
    const run = await swath(`${LINE} --pre-approve --yes --max-cost 10`, { home });
    expect(run).toMatchObject({ exitCode: 12, requests: [] });
    expect(run.stderr).toContain("Leave out --pre-approve, which skips the price");
  });

  it("a single series does not need --each", async () => {
    await sites(SITES.slice(0, 1));
    const { exitCode, stdout } = await swath(`${LINE.replace(" --each", "")} --json`, { home });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ properties: { repeatrequestId: expect.any(String) } });
  });
});
