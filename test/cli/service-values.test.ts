/** Values that services have and the interface does not list, local times in other forms, and contracts at other places. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorOf, NO_NAMES, runScripted, task } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const CREATED = { "POST /task": [{ status: 201, body: task("t-1", "review") }] };
const WINDOW = { windowOpen: "2026-06-01T00:00:00Z", windowClose: "2026-06-08T00:00:00Z" };
const PROPERTIES = { ...WINDOW, collectionTier: "standard", collectionType: "spotlight" };
const POINT = { type: "Point", coordinates: [14.43, 40.82] };

const create = (properties: object, ...words: string[]) => {
  const body = { type: "Feature", geometry: POINT, properties: { ...PROPERTIES, ...properties } };
  return runScripted(["task", "create", "--data", JSON.stringify(body), ...words], CREATED);
};
type Sent = { contractId?: string; properties: Record<string, unknown> };
const sentBy = async (properties: object, ...words: string[]) => {
  const run = await create(properties, ...words);
  expect(run.exitCode, run.stderr).toBe(0);
  return { ...run, body: run.requests[0]?.body as Sent };
};

describe("TASK-28 product types", () => {
  it.each(["VC", "CSI", "CSIDD", "ACD", "VT"])(
    "%s may be a type of the service: it is sent, with a warning",
    async (type) => {
      const { body, stderr } = await sentBy({ processingConfig: { productTypes: ["GEO", type] } });
      expect(body.properties["processingConfig"]).toEqual({ productTypes: ["GEO", type] });
      expect(stderr).toContain(`"${type}" is not a product type`);
    },
  );

  it("a near miss of a known type is refused, and GEO is added", async () => {
    for (const types of [
      ["GEO", "SICDD"],
      ["GEO", "SLCC"],
    ]) {
      const run = await create({ processingConfig: { productTypes: types } });
      expect([run.exitCode, run.requests], run.stderr).toEqual([3, []]);
    }
    const { body } = await sentBy({ processingConfig: { productTypes: ["VS"] } });
    expect(body.properties["processingConfig"]).toEqual({ productTypes: ["GEO", "VS"] });
  });
});

describe("TASK-19 tiers", () => {
  it("insar is sent with a warning, also in a retask and for each feature; --strict and other words are refused", async () => {
    const { body, stderr } = await sentBy({ collectionTier: "insar" });
    expect(body.properties["collectionTier"]).toBe("insar");
    expect(stderr).toContain("tier insar is not in the interface; it is sent as it is");
    for (const [tier, ...words] of [["insar", "--strict"], ["gold"], ["standrd"], ["routine"]] as const) {
      const run = await create({ collectionTier: tier }, ...words);
      expect([run.exitCode, run.requests], run.stderr).toEqual([3, []]);
    }
    const retask = await runScripted("collect retask c-1 --tier insar --window-close +8d", {
      ...NO_NAMES,
      "POST /collects/c-1/retask": [{ status: 201, body: task("t-1", "review") }],
    });
    expect(retask.requests[1]?.body).toMatchObject({ properties: { collectionTier: "insar" } });
    const home = await tempHome();
    const file = join(home, "one.json");
    const feature = {
      type: "Feature",
      geometry: POINT,
      properties: { ...PROPERTIES, collectionTier: "insar" },
    };
    await writeFile(file, JSON.stringify({ type: "FeatureCollection", features: [feature] }));
    const each = await runScripted(`task create --each --file ${file}`, CREATED, { home });
    expect(each.requests[0]?.body).toMatchObject({ properties: { collectionTier: "insar" } });
  });
});

describe("TASK-43 local times", () => {
  const several = [
    [3600, 7200],
    [10_000, 20_000],
  ];
  const time = (localTime: unknown) => ({ collectConstraints: { localTime } });

  it("a list of one range is the range, and the whole day restricts nothing", async () => {
    for (const form of [[0, 86_400], [[0, 86_400]], "anytime"]) {
      const { stderr, exitCode } = await create(time(form), "--strict", "--dry-run");
      expect(exitCode, stderr).toBe(0);
      expect(stderr).not.toContain("may leave less");
    }
    const { body } = await sentBy(
      time([
        [64_800, 86_400],
        [0, 21_600],
      ]),
    );
    expect(body.properties["collectConstraints"]).toEqual({ localTime: [64_800, 21_600] });
  });

  it("several ranges are sent as given where the service takes lists, and are refused otherwise with the setting", async () => {
    const refused = await create(time(several), "--json");
    expect([refused.exitCode, refused.requests]).toEqual([3, []]);
    expect(errorOf(refused)).toMatchObject({ code: "LOCAL_TIME_INVALID" });
    expect(refused.stderr).toContain("localTime has 2 separate ranges, and the interface takes one");
    expect(refused.stderr).toContain("dialect.localTimeStyle");
    const home = await tempHome();
    await mkdir(join(home, ".config", "swath"), { recursive: true });
    const profiles = { default: { dialect: { localTimeStyle: "nested" } } };
    await writeFile(join(home, ".config", "swath", "config.json"), JSON.stringify({ profiles }));
    const line = `task create --point 14.43,40.82 --window-open ${WINDOW.windowOpen} --window-close ${WINDOW.windowClose} --tier standard --type spotlight`;
    const kept = await runScripted(`${line} --local-time 01:00-02:00,10000,20000`, CREATED, { home });
    expect([kept.exitCode, kept.requests]).toEqual([3, []]);
    const asked = await runScripted(`${line} --local-time 01:00-02:00,22:00-23:00`, CREATED, { home });
    expect(asked.requests[0]?.body).toMatchObject({
      properties: {
        collectConstraints: {
          localTime: [
            [3600, 7200],
            [79_200, 82_800],
          ],
        },
      },
    });
  });
});

describe("TASK-09 contracts", () => {
  it("a contract inside the properties of a retask moves to the root; two that differ are refused", async () => {
    const script = {
      ...NO_NAMES,
      "POST /collects/c-1/retask": [{ status: 201, body: task("t-1", "review") }],
    };
    const retask = (body: object) =>
      runScripted(
        ["collect", "retask", "c-1", "--window-close", "+8d", "--json", "--data", JSON.stringify(body)],
        script,
      );
    const moved = await retask({ properties: { contractId: "C9" } });
    expect(moved.requests[1]?.body).toMatchObject({ contractId: "C9" });
    expect(moved.requests[1]?.body).not.toHaveProperty("properties.contractId");
    expect(moved.stderr).toContain("properties.contractId was taken as contractId");
    const both = await retask({ contractId: "C1", properties: { contractId: "C9" } });
    expect([both.requests, errorOf(both).code]).toEqual([[], "PLACEMENT_CONFLICT"]);
  });
});

describe("RETASK-C-09 RETASK-C-11 a single look angle at a bound", () => {
  it.each(["--off-nadir-min 50", "--off-nadir-max 5"])(
    "%s can never be valid and is refused here",
    async (angle) => {
      const run = await runScripted(`collect retask c-1 ${angle} --window-close +8d --json`, {});
      expect([run.exitCode, run.requests, errorOf(run).code]).toEqual([3, [], "OFF_NADIR_ORDER"]);
      expect(errorOf(run).message).toMatch(/leaves no offNadirM(ax|in)/);
    },
  );
});

it("TASK-34 equal off-nadir angles are sent, with a note", async () => {
  const equal = { collectConstraints: { offNadirMin: 20, offNadirMax: 20 } };
  const { stderr, exitCode } = await create(equal, "--strict", "--dry-run");
  expect(exitCode, stderr).toBe(0);
  expect(stderr).toContain("offNadirMin and offNadirMax are both 20: hardly any pass has exactly this angle");
});

it("TASK-12 a wrong value in the properties of a feature is reported once with --each", async () => {
  const home = await tempHome();
  const file = join(home, "one.json");
  const feature = { type: "Feature", geometry: POINT, properties: { ...PROPERTIES, preApproval: "yes" } };
  await writeFile(file, JSON.stringify({ type: "FeatureCollection", features: [feature] }));
  const run = await runScripted(`task create --each --file ${file} --json`, {}, { home });
  expect(errorOf(run).details).toHaveLength(1);
});
