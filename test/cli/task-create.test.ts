/** `task create`: a command line, the one body it sends; and every refusal before any request. */
import { describe, expect, it } from "vitest";
import { errorOf, runScripted, task } from "./scripted-service.ts";
import { tempHome } from "./world.ts";
import { withFlag } from "./split-line.ts";

const CREATED = { "POST /task": [{ status: 201, body: task("t-1", "review") }] };
const WINDOW = "--window-open 2026-06-01T00:00:00Z --window-close 2026-06-08T00:00:00Z";
const FULL = `task create --point 14.43,40.82 ${WINDOW} --tier standard --type stripmap_100`;
const RING = "'POLYGON((15.0 37.7,15.1 37.7,15.1 37.8,15.0 37.7))'";

async function bodyOf(
  line: string,
  given: Parameters<typeof runScripted>[2] = {},
): Promise<Record<string, unknown>> {
  const run = await runScripted(line, CREATED, given);
  expect(run.stderr).not.toContain("Error:");
  expect(run.exitCode).toBe(0);
  expect(run.requests).toHaveLength(1);
  return run.requests[0]?.body as Record<string, unknown>;
}
const propertiesOf = async (line: string, given = {}): Promise<Record<string, unknown>> =>
  (await bodyOf(line, given))["properties"] as Record<string, unknown>;

describe("the body of one request", () => {
  it("TASK-01 TASK-02 TASK-10 only given values are sent, as a Feature", async () => {
    expect(await bodyOf(`${FULL} --name vesuvius --description south`)).toEqual({
      type: "Feature",
      geometry: { type: "Point", coordinates: [14.43, 40.82] },
      properties: {
        taskingrequestName: "vesuvius",
        taskingrequestDescription: "south",
        windowOpen: "2026-06-01T00:00:00Z",
        windowClose: "2026-06-08T00:00:00Z",
        collectionTier: "standard",
        collectionType: "stripmap_100",
      },
    });
  });

  it("TASK-31 TASK-35 TASK-53 every constraint flag fills its property", async () => {
    const { collectConstraints } = await propertiesOf(
      `${FULL} --look-direction left --orbit-state ascending --orbital-plane 45,97 --off-nadir-min 20 --off-nadir-max 20 ` +
        "--azimuth-min 340 --azimuth-max 20 --local-time day --squint forward --max-squint-angle 30 --grazing-min 10 " +
        "--grazing-max 60 --polarization VV",
    );
    expect(collectConstraints).toEqual({
      lookDirection: "left",
      ascDesc: "ascending",
      orbitalPlanes: [45, 97],
      offNadirMin: 20,
      offNadirMax: 20,
      azimuthAngleMin: 340,
      azimuthAngleMax: 20,
      localTime: "day",
      squint: "forward",
      maxSquintAngle: 30,
      grazingAngleMin: 10,
      grazingAngleMax: 60,
      polarization: "VV",
    });
  });

  it.each([
    ["06:30-09:00", [23400, 32400]],
    ["22:00-04:00", [79200, 14400]],
    ["23400,32400", [23400, 32400]],
    ["00:00-24:00", [0, 86400]],
    ["night", "night"],
  ])("TASK-39 TASK-43 --local-time %s", async (text, wire) => {
    expect((await propertiesOf(`${FULL} --local-time ${text}`))["collectConstraints"]).toEqual({
      localTime: wire,
    });
  });

  it.each([
    ["both", { preApproval: true, customAttribute1: "a" }, { preApproval: true, customAttribute1: "a" }],
    ["root", { preApproval: true, customAttribute1: "a" }, {}],
    ["properties", {}, { preApproval: true, customAttribute1: "a" }],
  ])("TASK-11 TASK-13 dialect.placement %s", async (placement, root, inside) => {
    const home = await tempHome();
    await runScripted(`config set dialect.placement ${placement}`, {}, { home });
    const body = await bodyOf(`${FULL} --pre-approve --yes --custom1 a`, { home });
    const { type: _type, geometry: _geometry, properties, ...outside } = body;
    expect(outside).toEqual(root);
    const { preApproval, customAttribute1 } = properties as Record<string, unknown>;
    expect({ ...(preApproval !== undefined && { preApproval, customAttribute1 }) }).toEqual(inside);
  });

  it("TASK-17 --window computes the close, from the open of the flag or the file", async () => {
    const line = "task create --point 14.43,40.82 --tier standard --type spotlight --window 36h";
    expect(await propertiesOf(`${line} --window-open +1d`)).toMatchObject({
      windowOpen: "2026-03-11T11:47:00Z",
      windowClose: "2026-03-12T23:47:00Z",
    });
    const set = "--set properties.windowOpen=2026-06-01T02:00:00+02:00";
    expect(await propertiesOf(`${line} ${set}`)).toMatchObject({
      windowOpen: "2026-06-01T00:00:00Z",
      windowClose: "2026-06-02T12:00:00Z",
    });
  });

  it("TASK-14 TASK-32 a file's other spellings are corrected with a note", async () => {
    const feature = {
      type: "Feature",
      geometry: { type: "Point", coordinates: [14.43, 40.82] },
      properties: {
        taskingRequestName: "vesuvius",
        windowOpen: "2026-06-01T00:00:00Z",
        windowClose: "2026-06-08T00:00:00Z",
        collectConstraints: { ascDsc: "descending" },
      },
    };
    const run = await runScripted("task create -f - --tier standard --type spotlight", CREATED, {
      stdin: JSON.stringify(feature),
    });
    expect(run.requests[0]?.body).toMatchObject({
      properties: { taskingrequestName: "vesuvius", collectConstraints: { ascDesc: "descending" } },
    });
    expect(run.stderr).toContain("taskingRequestName was taken as taskingrequestName");
    expect(run.stderr).toContain("ascDsc is ascDesc in the interface: both are read");
    const strict = await runScripted(
      "task create -f - --tier standard --type spotlight --strict --json",
      CREATED,
      {
        stdin: JSON.stringify({ ...feature, properties: { ...feature.properties, collectConstraints: {} } }),
      },
    );
    expect(strict).toMatchObject({ exitCode: 3, requests: [] });
    expect(strict.stderr).toContain("Give the name taskingrequestName");
  });

  it("TASK-02 a flag overrides --set, which overrides the file; without a contract, that of the profile is sent", async () => {
    const stdin = JSON.stringify({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          contractId: "of-the-file",
          geometry: { type: "Point", coordinates: [14.43, 40.82] },
          properties: {
            collectionTier: "urgent",
            taskingrequestName: "file",
            taskingrequestDescription: "file",
          },
        },
      ],
    });
    const line = `task create -f - ${WINDOW} --type spotlight --set properties.collectionTier=priority --set properties.taskingrequestName=set --name flag`;
    const body = await bodyOf(line, { stdin, env: { SWATH_CONTRACT: "of-the-file" } });
    expect(body).toMatchObject({
      contractId: "of-the-file",
      properties: {
        collectionTier: "priority",
        taskingrequestName: "flag",
        taskingrequestDescription: "file",
      },
    });
    expect(await bodyOf(FULL, { env: { SWATH_CONTRACT: "of-the-profile" } })).toMatchObject({
      contractId: "of-the-profile",
    });
  });

  it("TASK-27 TASK-28 product types in upper case, once each, with GEO, which is noted when it is added", async () => {
    for (const [words, types] of [
      ["--product-type sicd,SICD,gec", ["GEO", "SICD", "GEC"]],
      ["--product-type sicd,geo", ["SICD", "GEO"]],
      ["--set properties.processingConfig.productTypes=[]", ["GEO"]],
    ] as const) {
      const run = await runScripted([...FULL.split(" "), ...words.split(" ")], CREATED);
      expect(run.exitCode, run.stderr).toBe(0);
      expect(run.requests[0]?.body).toMatchObject({
        properties: { processingConfig: { productTypes: types } },
      });
      expect(run.stderr.includes("added GEO")).toBe(!words.includes("geo"));
    }
  });

  it("TASK-04 TASK-45 a ring across the antimeridian gets a warning, is sent unchanged, and is measured the shorter way", async () => {
    const ring = "'POLYGON((179.8 -17,-179.8 -17,-179.8 -16.6,179.8 -16.6,179.8 -17))'";
    const line = `task create --file ${ring} ${WINDOW} --tier standard --type stripmap_100`;
    const sent = await runScripted(line, CREATED);
    expect(sent.stderr).toContain("Warning: the ring goes from longitude 179.8 to -179.8");
    expect(sent.stderr).toContain("the long way round");
    expect(sent.requests[0]?.body).toMatchObject({
      geometry: {
        coordinates: [
          [
            [179.8, -17],
            [-179.8, -17],
            [-179.8, -16.6],
            [179.8, -16.6],
            [179.8, -17],
          ],
        ],
      },
    });
    const explained = await runScripted(`${line} --explain`, {});
    const { areaKm2, centre, zone } = JSON.parse(explained.stdout) as Record<string, unknown>;
    expect([centre, zone]).toEqual([[180, -16.8], "Pacific/Fiji"]);
    expect(areaKm2).toBeGreaterThan(1800);
    expect(areaKm2).toBeLessThan(1950);
    const strict = await runScripted(`${line} --strict`, {});
    expect([strict.exitCode, strict.requests]).toEqual([3, []]);
  });

  it("TASK-03 TASK-04 altitudes and repeated vertices are dropped with a note", async () => {
    const geometry =
      '{"type":"Polygon","coordinates":[[[15,37.7,9],[15.1,37.7,9],[15.1,37.7,9],[15.1,37.8,9],[15,37.7,9]]]}';
    const run = await runScripted(
      [
        "task",
        "create",
        "--file",
        geometry,
        ...WINDOW.split(" "),
        "--tier",
        "standard",
        "--type",
        "stripmap_100",
      ],
      CREATED,
    );
    expect(run.requests[0]?.body).toMatchObject({
      geometry: {
        coordinates: [
          [
            [15, 37.7],
            [15.1, 37.7],
            [15.1, 37.8],
            [15, 37.7],
          ],
        ],
      },
    });
    expect(run.stderr).toContain("5 altitudes were dropped");
    expect(run.stderr).toContain("dropped 1 repeated position");
  });

  it("TASK-32 the dialect's spelling is sent", async () => {
    const { collectConstraints } = await propertiesOf(
      `${FULL} --orbit-state ascending --set properties.collectConstraints.lookDirection=left`,
    );
    expect(collectConstraints).toEqual({ lookDirection: "left", ascDesc: "ascending" });
  });
});

describe("refused requests", () => {
  it("TASK-16 --window without a start is one fault: the start is missing", async () => {
    const { exitCode, stderr } = await runScripted("task create --point 14.43,40.82 --window 5d", {});
    expect(exitCode).toBe(3);
    expect(stderr).toContain("--window-open is missing");
    expect(stderr).not.toContain("--window is missing");
    expect(stderr).not.toContain("problems in the input");
  });

  it("TASK-16 --window-open tomorrow is one fault, without a second one that follows from it", async () => {
    const { exitCode, stderr } = await runScripted(
      "task create --point 14.43,40.82 --window-open tomorrow --window 7d",
      {},
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain("code TIMESTAMP_INVALID");
    expect(stderr).toContain('--window-open "tomorrow"');
    expect(stderr).not.toContain("2 faults");
    expect(stderr).not.toContain("WINDOW_REQUIRED");
  });

  it.each([
    [
      "TASK-16",
      "task create --point 14.43,40.82 --window-close 2026-06-08",
      "WINDOW_REQUIRED",
      "--window-open",
      "properties.windowOpen",
    ],
    [
      "TASK-18",
      "task create --point 14.43,40.82 --window-open 2026-06-08 --window-close 2026-06-01",
      "WINDOW_ORDER",
      "--window-close",
      "properties.windowClose",
    ],
    [
      "TASK-16",
      "task create --point 14.43,40.82 --window-open 2026-02-30 --window 1d",
      "TIMESTAMP_INVALID",
      "--window-open",
      "properties.windowOpen",
    ],
    [
      "TASK-03",
      `task create --point 40.82,-114.43 ${WINDOW}`,
      "GEOMETRY_COORDINATES_INVALID",
      "--point",
      "geometry.coordinates",
    ],
    [
      "TASK-04",
      `task create --file 'POLYGON((15 37,15.1 37,15.1 37.1))' ${WINDOW}`,
      "GEOMETRY_RING_NOT_CLOSED",
      "--file",
      "geometry.coordinates[0]",
    ],
    [
      "TASK-07",
      `task create --file 'POLYGON((15 37,15.2 37.2,15.2 37,15 37.2,15 37))' ${WINDOW}`,
      "GEOMETRY_SELF_INTERSECTING",
      "--file",
      "geometry.coordinates[0]",
    ],
    [
      "TASK-08",
      `task create --file 'LINESTRING(15 37, 16 38)' ${WINDOW}`,
      "GEOMETRY_TYPE_UNSUPPORTED",
      "--file",
      "geometry.type",
    ],
    [
      "TASK-05",
      `task create --file 'POLYGON((15 37,16 37,16 38,15 37),(15.5 37.2,15.8 37.2,15.8 37.4,15.5 37.2))' ${WINDOW}`,
      "GEOMETRY_RING_COUNT",
      "--file",
      "geometry.coordinates",
    ],
    [
      "TASK-06",
      `task create --file 'MULTIPOLYGON(((15 37,16 37,16 38,15 37)),((25 36,26 36,26 37,25 36)))' ${WINDOW}`,
      "GEOMETRY_TYPE_UNSUPPORTED",
      "--file",
      "geometry.type",
    ],
    [
      "TASK-21",
      `task create --file ${RING} --type spotlight ${WINDOW}`,
      "POLYGON_COLLECTION_TYPE",
      "--type",
      "properties.collectionType",
    ],
    ["TASK-19", withFlag(FULL, "--tier", "routine"), "ENUM_INVALID", "--tier", "properties.collectionTier"],
    ["TASK-25", `${FULL} --holdback 2_year`, "ENUM_INVALID", "--holdback", "properties.archiveHoldback"],
    [
      "TASK-31",
      `${FULL} --look-direction up`,
      "ENUM_INVALID",
      "--look-direction",
      "properties.collectConstraints.lookDirection",
    ],
    [
      "TASK-32",
      `${FULL} --orbit-state north`,
      "ENUM_INVALID",
      "--orbit-state",
      "properties.collectConstraints.ascDesc",
    ],
    [
      "TASK-33",
      `${FULL} --orbital-plane 46`,
      "ORBITAL_PLANE_INVALID",
      "--orbital-plane",
      "properties.collectConstraints.orbitalPlanes[0]",
    ],
    [
      "TASK-34",
      `${FULL} --off-nadir-min 40 --off-nadir-max 20`,
      "OFF_NADIR_ORDER",
      "--off-nadir-min",
      "properties.collectConstraints.offNadirMin",
    ],
    ["TASK-43", `${FULL} --local-time 1,2,3`, "LOCAL_TIME_INVALID", "--local-time", undefined],
    ["TASK-43", `${FULL} --local-time 06:00-06:00`, "LOCAL_TIME_INVALID", "--local-time", undefined],
    [
      "TASK-49",
      `${FULL} --squint disabled`,
      "ENUM_INVALID",
      "--squint",
      "properties.collectConstraints.squint",
    ],
    [
      "TASK-51",
      `${FULL} --squint enabled --max-squint-angle 36`,
      "SQUINT_ANGLE_TOO_LARGE",
      "--max-squint-angle",
      "properties.collectConstraints.maxSquintAngle",
    ],
    [
      "TASK-20",
      withFlag(FULL, "--type", "stripmap-100"),
      "ENUM_INVALID",
      "--type",
      "properties.collectionType",
    ],
    [
      "TASK-13",
      `${FULL} --set customAttribute1=a --set properties.customAttribute1=b`,
      "PLACEMENT_CONFLICT",
      "--set",
      "customAttribute1",
    ],
  ])("%s %s", async (_id, line, code, flag, path) => {
    const run = await runScripted(`${line} --json`, {});
    const error = errorOf(run);
    expect(run.requests).toEqual([]);
    expect(run.exitCode).toBe(3);
    expect(error.details).toContainEqual(
      expect.objectContaining({ code, flag, ...(path !== undefined && { path }) }),
    );
    expect(run.stdout).toBe("");
  });

  it.each([
    ["TASK-09", `${FULL} --contract ''`, "USAGE"],
    ["TASK-02", `${FULL} --file ${RING}`, "INPUT_AMBIGUOUS"],
    ["TASK-17", `${FULL} --window 7d`, "USAGE"],
    ["TASK-02", `${FULL} --each`, "INPUT_AMBIGUOUS"],
    ["TASK-45", `${FULL} --explain --time-zone Mars/Base`, "USAGE"],
  ])("%s %s is a usage error", async (_id, line, code) => {
    const run = await runScripted(`${line} --json`, {});
    expect([run.exitCode, run.requests.length]).toEqual([2, 0]);
    const error = errorOf(run);
    expect([error.code, ...(error.details ?? []).map((fault) => fault.code)]).toContain(code);
  });

  it.each([
    ["TASK-20", "--type", "stripmap", "Did you mean stripmap_20, stripmap_50, stripmap_100?"],
    ["TASK-19", "--tier", "economy", "For example: --tier standard"],
  ])("%s %s %s has a next step", async (_id, flag, value, hint) => {
    const run = await runScripted(`${withFlag(FULL, flag, value)} --json`, {});
    expect(run.requests).toEqual([]);
    expect(errorOf(run).details).toMatchObject([{ code: "ENUM_INVALID", hint }]);
  });

  it("TASK-11 pre-approval without --yes and without a terminal is not sent", async () => {
    const run = await runScripted(`${FULL} --pre-approve`, {});
    expect([run.exitCode, run.requests.length]).toEqual([12, 0]);
    expect(run.stderr).toContain("CONFIRMATION_REQUIRED");
  });
});

describe("requests sent with a warning", () => {
  it.each([
    [
      "TASK-20",
      withFlag(FULL, "--type", "stripmap_250"),
      "stripmap_250 is not a collection type that the interface lists",
    ],
    ["TASK-21", `task create --file ${RING} ${WINDOW} --tier standard`, "a polygon takes stripmap_100 only"],
    ["TASK-27", `${FULL} --product-type GEO,ACD`, '"ACD" is not a product type'],
    ["TASK-35", `${FULL} --azimuth-min -10 --azimuth-max 20`, "outside 0 to 360"],
    ["TASK-48", `${FULL} --local-time night`, "less of the acquisition window"],
    ["TASK-50", `${withFlag(FULL, "--type", "spotlight")} --squint forward`, "it is automatic"],
    ["TASK-51", `${FULL} --max-squint-angle -5`, "is negative"],
    ["TASK-53", `${FULL} --grazing-min 60 --grazing-max 10`, "is above grazingAngleMax"],
  ])("%s %s", async (_id, line, words) => {
    const run = await runScripted(line, CREATED);
    expect([run.exitCode, run.requests.length]).toEqual([0, 1]);
    expect(run.stderr).toContain("Warning:");
    expect(run.stderr).toContain(words);
    const strict = await runScripted(`${line} --strict`, {});
    expect([strict.exitCode, strict.requests.length]).toEqual([3, 0]);
  });

  it("TASK-37 a range through North is valid, and explained with --verbose", async () => {
    const run = await runScripted(`${FULL} --azimuth-min 340 --azimuth-max 20 --verbose`, CREATED);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain("340 to 20 wraps through North");
    expect(run.stderr).not.toContain("Warning:");
  });
});

describe("a spelling that the interface prints", () => {
  const line = withFlag(FULL, "--type", "spotlight-ultra");

  it("TASK-20 spotlight-ultra is sent as typed, without a warning", async () => {
    const run = await runScripted(line, CREATED);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).not.toContain("Warning:");
    expect(JSON.stringify(run.requests[0]?.body)).toContain('"spotlight-ultra"');
  });

  it("TASK-50 the warning about spotlight_wide mentions no automatic squint, which that type lacks", async () => {
    const run = await runScripted(
      `${withFlag(FULL, "--type", "spotlight_wide")} --squint enabled --dry-run`,
      {},
    );
    expect(run.stderr).toContain("squint is for stripmap types; spotlight_wide is not one");
    expect(run.stderr).not.toContain("automatic");
  });
});

describe("the service's list", () => {
  const types = { "GET /collectiontypes": [{ body: [{ name: "stripmap_50" }, { name: "dwell" }] }] };

  it("TASK-20 REPEAT-16 is known to --type after task types, for typing errors and unknown words", async () => {
    const home = await tempHome();
    const unknown = await runScripted(`${withFlag(FULL, "--type", "dwel")} --json`, CREATED, { home });
    expect(unknown.stderr).toContain("dwel is not a collection type");
    expect((await runScripted("task types", types, { home })).exitCode).toBe(0);

    const series =
      "repeat create --point 14.43,40.82 --from +1d --interval 7 --count 2 --tier routine --type spotlight";
    for (const line of [FULL, series]) {
      const slip = await runScripted(`${withFlag(line, "--type", "dwel")} --json`, {}, { home });
      expect(errorOf(slip)).toMatchObject({ code: "ENUM_INVALID", exitCode: 3 });
      expect(slip.stderr).toContain("Did you mean dwell?");
      const listed = await runScripted(`${withFlag(line, "--type", "dwell")} --dry-run`, {}, { home });
      expect([listed.exitCode, listed.stderr.includes("Warning:")]).toEqual([0, false]);
      const other = await runScripted(`${withFlag(line, "--type", "topsar")} --dry-run`, {}, { home });
      expect(other.stderr).toContain("topsar is not a collection type that the service lists");
    }
  });
});

describe("P1 a request that is sent a second time, and is free until it is approved", () => {
  const script = { "POST /task": [{ status: 201, body: task("t-1", "review") }] };
  const line =
    "task create --point 14.43,40.82 --window-open 2026-04-01 --window 4d --tier standard --type spotlight";

  it("is created again, with a note of the first one", async () => {
    const home = await tempHome();
    await runScripted(line, script, { home });
    const second = await runScripted(line, script, { home });
    expect([second.exitCode, second.requests.length]).toEqual([0, 1]);
    expect(second.stderr).toMatch(/The same request was confirmed at \S+ \(t-1\): this makes another one/);
  });
});

describe("--explain", () => {
  const line =
    "task create --point -9.14,38.69 --window-open 2026-03-27T00:00:00Z --window 4d --local-time day --tier standard --type spotlight";

  it("TASK-45 TASK-46 prints the zone, and the windows in UTC across the change of the clocks", async () => {
    const run = await runScripted(`${line} --explain`, {});
    expect(run.requests).toEqual([]);
    const explanation = JSON.parse(run.stdout) as {
      zone: string;
      windows: { open: string; close: string }[];
    };
    expect(explanation.zone).toBe("Europe/Lisbon");
    expect(explanation.windows.map(({ open, close }) => `${open} ${close}`)).toEqual([
      "2026-03-27T06:00:00Z 2026-03-27T18:00:00Z",
      "2026-03-28T06:00:00Z 2026-03-28T18:00:00Z",
      "2026-03-29T05:00:00Z 2026-03-29T17:00:00Z",
      "2026-03-30T05:00:00Z 2026-03-30T17:00:00Z",
    ]);
    expect(run.stderr).toContain("Its clocks change within the window");
  });

  it("TASK-45 --time-zone replaces the zone, and a terminal gets words", async () => {
    const run = await runScripted(`${line} --explain --time-zone Asia/Tokyo`, {}, { stdoutTTY: true });
    expect(run.stdout).toContain("Local time is that of Asia/Tokyo, as --time-zone says");
    expect(run.stdout).toContain("Asking costs nothing");
  });

  it("TASK-45 a dry run prints the same beside the request", async () => {
    const run = await runScripted(`${line} --dry-run`, {});
    expect(run.requests).toEqual([]);
    expect(run.stdout).toContain("POST https://sar.example/v1/task");
    expect(run.stderr).toContain("Europe/Lisbon");
  });
});
