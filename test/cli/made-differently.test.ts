/** After every create and retask the record is compared with the request, before anybody approves its price. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { errorOf, runScripted, type Script } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const LINE =
  "task create --point 14.43,40.82 --window-open 2026-06-01T00:00:00Z --window-close 2026-06-08T00:00:00Z --tier standard " +
  "--type spotlight --name vesuvius --off-nadir-min 20 --orbit-state ascending --local-time 06:00-09:00 " +
  "--product-type GEO --product-type SICD --holdback none";

/** A record in the form of a real service. */
const RECORD = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [14.430000000000001, 40.82] },
  properties: {
    taskingrequestId: "t-1",
    taskingrequestName: "vesuvius",
    taskingrequestDescription: "",
    windowOpen: "2026-06-01T00:00:00.000Z",
    windowClose: "2026-06-08T00:00:00.000Z",
    windowDuration: 604800,
    collectionTier: "standard",
    collectionType: "spotlight",
    archiveHoldback: "none",
    statusHistory: [{ code: "review" }],
    collectConstraints: {
      ascDsc: "ascending",
      offNadirMin: 20,
      offNadirMax: 40,
      localTime: [[21_600, 32_400]],
      lookDirection: "either",
    },
    processingConfig: { productTypes: ["GEO", "SICD", "SLC"], isSandbox: false },
    customAttribute1: null,
    preApproval: false,
  },
};
const recordWith = (properties: object): object => ({
  ...RECORD,
  properties: { ...RECORD.properties, ...properties },
});
const propertiesOf = (record: object): object => (record as typeof RECORD).properties;
const created = (body: object): Script => ({ "POST /task": [{ status: 201, body }] });

const LATER_PROPERTIES = {
  ...RECORD.properties,
  windowClose: "2026-06-05T00:00:00.000Z",
  taskingrequestName: "",
  collectConstraints: { ...RECORD.properties.collectConstraints, offNadirMin: 25 },
};
const LATER = recordWith(LATER_PROPERTIES);
const WARNING =
  "task t-1 differs from what was asked: asked taskingrequestName vesuvius, it is missing in the record; " +
  "asked windowClose 2026-06-08T00:00:00Z, the record has 2026-06-05T00:00:00.000Z; " +
  "asked offNadirMin 20, the record has 25";

describe("TASK-59 P18 task create", () => {
  it("a record in a service's own spelling is what was asked", async () => {
    const strict = `${LINE.replace("--local-time 06:00-09:00 ", "")} --strict`;
    for (const line of [LINE, strict]) {
      const run = await runScripted(line, created(RECORD));
      expect(run.exitCode, run.stderr).toBe(0);
      expect(run.stderr).not.toContain("differs");
      expect(run.requests).toHaveLength(1);
    }
  });

  it("each field that differs or is lost is in one warning with both values, before the price is awaited", async () => {
    const run = await runScripted(`${LINE} --json`, created(LATER));
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toContain(WARNING);
    expect(run.stderr).toContain("task reject t-1");
    expect(JSON.parse(run.stdout)).toEqual({
      ...LATER,
      differences: [
        { member: "taskingrequestName", asked: "vesuvius", made: "" },
        { member: "windowClose", asked: "2026-06-08T00:00:00Z", made: "2026-06-05T00:00:00.000Z" },
        { member: "offNadirMin", asked: 20, made: 25 },
      ],
    });
    expect(run.requests).toHaveLength(1);
  });

  it("with --strict it is exit 8: the request exists, its id is printed, and nothing is awaited or suggested", async () => {
    const { taskingrequestName: _lost, ...others } = LATER_PROPERTIES;
    const script = { ...created({ ...LATER, properties: others }), "GET /task/t-1": [{ body: LATER }] };
    const strict = LINE.replace("--local-time 06:00-09:00 ", "");
    const run = await runScripted(`${strict} --strict --wait --output id`, script);
    expect([run.exitCode, run.stdout]).toEqual([8, "t-1\n"]);
    expect(run.stderr).toContain("MADE_DIFFERENTLY");
    expect(run.stderr).not.toMatch(/task cost|task approve/);
    // A record that lacks a value is read once: the response may be shorter than the record.
    expect(run.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /task",
      "GET /task/t-1",
    ]);
    const { details } = errorOf(await runScripted(`${strict} --strict --json`, script));
    expect(details?.map(({ code, path }) => [code, path])).toEqual([
      ["MADE_DIFFERENTLY", "taskingrequestName"],
      ["MADE_DIFFERENTLY", "windowClose"],
      ["MADE_DIFFERENTLY", "offNadirMin"],
    ]);
  });

  it("a response with an id alone is no difference: the record is read where its price is awaited, else that is said", async () => {
    const thin = { id: "t-1", properties: { statusHistory: [{ code: "review" }] } };
    const said = await runScripted(LINE, created(thin));
    expect(said.stderr).toContain("task t-1 could not be compared with what was asked");
    expect([said.exitCode, said.requests.length]).toEqual([0, 1]);
    const priced = recordWith({
      transactionStatus: "pending-customer-approval",
      order: { summary: { total: "$5.00" } },
    });
    const faithful = await runScripted(`${LINE} --wait`, {
      ...created(thin),
      "GET /task/t-1": [{ body: priced }],
    });
    expect(faithful.stderr).not.toMatch(/differs|compared/);
    const other = await runScripted(`${LINE} --wait`, {
      ...created(thin),
      "GET /task/t-1": [
        { body: recordWith({ ...LATER_PROPERTIES, order: { summary: { total: "$5.00" } } }) },
      ],
    });
    expect(other.stderr).toContain(WARNING);
  });

  it("a record that cannot be read is said, and is an error with --strict", async () => {
    const strict = LINE.replace("--local-time 06:00-09:00 ", "");
    const script = {
      ...created({ id: "t-1" }),
      "GET /task/t-1": [{ status: 404, body: { message: "gone" } }],
    };
    const run = await runScripted(`${strict} --strict --output id`, script);
    expect([run.exitCode, run.stdout]).toEqual([8, "t-1\n"]);
    expect(run.stderr).toContain("could not be compared");
  });

  it("the journal keeps the request as created", async () => {
    const home = await tempHome();
    await runScripted(LINE, created(LATER), { home });
    const { stdout } = await runScripted("journal list --json", {}, { home });
    expect(JSON.parse(stdout)).toMatchObject([{ state: "confirmed" }]);
  });
});

describe("TASK-59 P18 an approval in a later run", () => {
  const priced = (more: object): object =>
    recordWith({
      ...more,
      transactionStatus: "pending-customer-approval",
      order: { summary: { total: "$5.00" } },
    });
  const approval = (record: object): Script => ({
    "GET /task/t-1": [{ body: record }],
    "PATCH /task/t-1/status": [{ body: recordWith({ statusHistory: [{ code: "submitted" }] }) }],
  });
  const thin = { id: "t-1", properties: { statusHistory: [{ code: "review" }] } };

  it("compares the record with the creation in the journal, before the price is accepted", async () => {
    const home = await tempHome();
    await runScripted(LINE, created(thin), { home });
    const run = await runScripted("task approve t-1 --yes", approval(priced(LATER_PROPERTIES)), { home });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toContain(WARNING);
    expect(run.stderr.indexOf("differs")).toBeLessThan(run.stderr.indexOf("$5.00"));
  });

  it("says nothing about a record as asked, and about a request of another machine", async () => {
    const home = await tempHome();
    await runScripted(LINE, created(thin), { home });
    const own = await runScripted("task approve t-1 --yes", approval(priced({})), { home });
    const other = await runScripted("task approve t-1 --yes", approval(priced(LATER_PROPERTIES)));
    expect([own.exitCode, other.exitCode]).toEqual([0, 0]);
    expect(own.stderr + other.stderr).not.toContain("differs");
  });
});

it("TASK-59 CANCEL-01 a difference leads to a rejection in review, and to a cancellation in every other state", async () => {
  const stepAfter = async (properties: object, words = ""): Promise<string | undefined> => {
    const run = await runScripted(
      `${LINE}${words}`,
      created(recordWith({ ...LATER_PROPERTIES, ...properties })),
    );
    return /swath task (?:reject|cancel) t-1/.exec(run.stderr)?.[0];
  };
  expect(await stepAfter({})).toBe("swath task reject t-1");
  expect(await stepAfter({ statusHistory: [{ code: "received" }] })).toBe("swath task cancel t-1");
  expect(await stepAfter({ preApproval: true }, " --pre-approve --yes")).toBe("swath task cancel t-1");
});

const SERIES =
  "repeat create --point 14.43,40.82 --from 2026-06-01T00:00:00Z --interval 7 --count 4 --tier routine --type spotlight --name weekly";

describe("REPEAT-01 P18 repeat create", () => {
  it("a lost name, another interval and an end are said", async () => {
    const record = {
      type: "Feature",
      geometry: RECORD.geometry,
      properties: {
        repeatrequestId: "r-1",
        repeatrequestName: "",
        collectionTier: "routine",
        collectionType: "spotlight",
        statusHistory: [{ code: "received" }],
        repetitionProperties: {
          repeatStart: "2026-06-01T00:00:00.000Z",
          repeatEnd: null,
          repetitionInterval: 14,
          repetitionCount: null,
          maintainSceneFraming: false,
        },
        processingConfig: null,
      },
    };
    const run = await runScripted(SERIES, { "POST /repeat-requests": [{ status: 201, body: record }] });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toContain(
      "repeat request r-1 differs from what was asked: asked repeatRequestName weekly, it is missing in the record; " +
        "asked repetitionInterval 7, the record has 14; asked repetitionCount 4, it is missing in the record",
    );
  });
});

describe("TASK-59 GEN-19 P18 a form that the service does not read", () => {
  const series = (properties: object): Script => ({
    "POST /repeat-requests": [
      {
        status: 201,
        body: {
          type: "Feature",
          geometry: RECORD.geometry,
          properties: {
            repeatrequestId: "r-1",
            repeatrequestName: "",
            collectionTier: "routine",
            collectionType: "spotlight",
            statusHistory: [{ code: "received" }],
            repetitionProperties: {
              repeatStart: "2026-06-01T00:00:00.000Z",
              repetitionInterval: 7,
              repetitionCount: 4,
            },
            ...properties,
          },
        },
      },
    ],
  });

  it("a lost label whose spelling its record shows: the request again has it", async () => {
    const run = await runScripted(SERIES, series({ collectConstraints: { ascDsc: "either" } }));
    expect(run.stderr).toContain(
      "asked repeatRequestName weekly, it is missing in the record. The service's spelling is known now: cancel it " +
        "(swath repeat cancel r-1), and create it again\n",
    );
  });

  it("a lost direction of the orbit whose spelling its record shows: the request again has it", async () => {
    const run = await runScripted(
      `${SERIES.replace(" --name weekly", "")} --orbit-state ascending`,
      series({ collectConstraints: { ascDsc: "either" } }),
    );
    expect(run.stderr).toContain(
      "asked ascDesc ascending, the record has either. The service's spelling is known now: cancel it " +
        "(swath repeat cancel r-1), and create it again\n",
    );
  });

  it("a lost label whose spelling is unknown: the setting of the other one is named", async () => {
    const run = await runScripted(SERIES, series({ statusHistory: [{ code: "review" }] }));
    expect(run.stderr).toContain(
      "The service may read another form: reject it (swath repeat reject r-1), and try that: " +
        "swath config set dialect.repeatNameCasing repeatrequestName\n",
    );
  });

  const COPY = recordWith({
    taskingrequestName: "original",
    windowOpen: "2026-05-01T00:00:00Z",
    windowClose: "2026-05-08T00:00:00Z",
  });
  const RETASK =
    "--window-open 2026-06-01T00:00:00Z --window-close 2026-06-08T00:00:00Z --name again --tier standard";

  it("a retask of which nothing arrived names the setting of the other envelope, for one and for several", async () => {
    const original = (id: string): object => recordWith({ taskingrequestId: id });
    const script = (): Script => ({
      "GET /task/t-8": [{ body: original("t-8") }],
      "GET /task/t-9": [{ body: original("t-9") }],
      "POST /task/t-8/retask": [{ status: 201, body: COPY }],
    });
    const one = await runScripted(`task retask t-8 ${RETASK}`, script());
    const step = "and try that: swath config set dialect.retaskEnvelope flat\n";
    expect(one.stderr).toContain(
      `The service may read another form: reject it (swath task reject t-1), ${step}`,
    );
    const both = await runScripted(`task retask t-8 t-9 ${RETASK}`, {
      ...script(),
      "POST /task/t-9/retask": [
        { status: 201, body: recordWith({ ...propertiesOf(COPY), taskingrequestId: "t-2" }) },
      ],
    });
    expect(both.stderr.split(step)).toHaveLength(2);
    expect(both.stderr).toContain("reject them (swath task reject t-1 t-2)");
  });

  it("a retask of which something arrived is no matter of the envelope", async () => {
    const run = await runScripted(`task retask t-8 ${RETASK}`, {
      "GET /task/t-8": [{ body: recordWith({ taskingrequestId: "t-8" }) }],
      "POST /task/t-8/retask": [
        { status: 201, body: recordWith({ ...propertiesOf(COPY), taskingrequestName: "again" }) },
      ],
    });
    expect(run.stderr).toContain(": swath task reject t-1\n");
    expect(run.stderr).not.toContain("dialect.");
  });
});

describe("RETASK-T-11 RETASK-C-08 P18 retasks", () => {
  it("a collect's retask whose angles, name and tier a service ignored is said, also with a flat body", async () => {
    const record = recordWith({
      taskingrequestName: "Retask Request",
      taskingrequestDescription: " - CID: c-1",
      collectConstraints: { offNadirMin: 5, offNadirMax: 50 },
    });
    const line =
      "collect retask c-1 --window-open 2026-06-01T00:00:00Z --window-close 2026-06-08T00:00:00Z --off-nadir-min 30 --off-nadir-max 40 --name again --tier priority --description lava";
    const script = { "POST /collects/c-1/retask": [{ status: 201, body: record }] };
    const run = await runScripted(line, script);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toContain(
      'task t-1 differs from what was asked: asked retaskRequestName again, the record has "Retask Request"; ' +
        'asked retaskRequestDescription lava, the record has " - CID: c-1"; asked collectionTier priority, the record has ' +
        "standard; asked offNadirMin 30, the record has 5; asked offNadirMax 40, the record has 50",
    );
    const home = await tempHome();
    await mkdir(join(home, ".config", "swath"), { recursive: true });
    const profiles = { default: { dialect: { retaskEnvelope: "flat" } } };
    await writeFile(join(home, ".config", "swath", "config.json"), JSON.stringify({ profiles }));
    const flat = await runScripted(line, script, { home });
    expect(flat.requests[0]?.body).toMatchObject({ offNadirMin: 30, retaskRequestName: "again" });
    expect(flat.stderr).toContain("asked offNadirMin 30, the record has 5");
    const strict = await runScripted(`${line} --strict --output id`, script);
    expect([strict.exitCode, strict.stdout]).toEqual([8, "t-1\n"]);
  });

  it("values that a task's retask copies are compared with the original, which is read first", async () => {
    const original = recordWith({ taskingrequestId: "t-0" });
    const copy = recordWith({
      taskingrequestName: `${RECORD.properties.taskingrequestName} 2`,
      taskingrequestDescription: " - TRID: t-0",
      collectConstraints: { ...RECORD.properties.collectConstraints, offNadirMax: 50 },
      collectionTier: "urgent",
    });
    const script = {
      "GET /task/t-0": [{ body: original }],
      "POST /tasks/search": [{ body: { results: [original], currentPage: 1, totalPages: 1 } }],
      "POST /task/t-0/retask": [{ status: 201, body: copy }],
    };
    const run = await runScripted("task retask t-0 --tier urgent", script);
    expect(run.stderr).toContain(
      "task t-1 differs from what was asked: the original has offNadirMax 40, the record has 50",
    );
    expect(run.stderr).not.toContain("collectionTier");
  });
});

it("TASK-59 P18 --each: one warning for each field, with its count and the first ids; exit 8 after all with --strict", async () => {
  const home = await tempHome();
  const file = join(home, "sites.geojson");
  const features = [1, 2, 3, 4, 5].map((at) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [14, 40 + at] },
    properties: {
      taskingrequestName: `site ${at}`,
      windowOpen: "2026-06-01T00:00:00Z",
      windowClose: "2026-06-08T00:00:00Z",
      collectionTier: "standard",
      collectionType: "spotlight",
    },
  }));
  await writeFile(file, JSON.stringify({ type: "FeatureCollection", features }));
  const answers = features.map(({ geometry, properties }, at) => ({
    status: 201,
    body: {
      geometry,
      properties: {
        ...properties,
        taskingrequestId: `t-${at}`,
        ...(at > 0 && { collectionTier: "flexible" }),
      },
    },
  }));
  const line = `task create --each --file ${file}`;
  const run = await runScripted(`${line} --concurrency 1`, { "POST /task": answers }, { home });
  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.stderr).toContain(
    "collectionTier of 4 requests of 5 differs from what was asked: t-1: asked collectionTier standard, the record has flexible; t-2: ",
  );
  expect(run.stderr).toContain("; and 1 more");
  const rows = run.stdout
    .trim()
    .split("\n")
    .map((row) => JSON.parse(row) as { differences?: unknown });
  expect(rows.map(({ differences }) => differences)).toEqual([
    undefined,
    ...Array.from({ length: 4 }, () => [{ member: "collectionTier", asked: "standard", made: "flexible" }]),
  ]);
  const strict = await runScripted(
    `${line} --concurrency 1 --strict`,
    { "POST /task": answers },
    { home: await tempHome() },
  );
  expect(strict.exitCode).toBe(8);
  expect(strict.stdout.trim().split("\n")).toHaveLength(5);
  expect(strict.stderr).toContain(
    "task t-1 was created and differs from what was asked: asked collectionTier standard, the record has flexible",
  );
});

it("TASK-59 P18 the sandbox makes what was asked, in each of its forms", async () => {
  const WEEK = "--window-open +1d --window 7d";
  const CONSTRAINTS =
    "--look-direction left --orbit-state ascending --orbital-plane 45 --off-nadir-min 20 --off-nadir-max 45 --azimuth-min 0 --azimuth-max 360";
  for (const variant of ["", "local-time-nested", "status-words"]) {
    const bench = await openBench({ archiveSize: 50 });
    await bench.control("POST", "/settings", { variant });
    for (const localTime of ["", "--local-time day", "--local-time 22:00-04:00"]) {
      const task = await bench.swath(
        `task create --point 15.213,38.789 ${WEEK} --tier priority --type spotlight-ultra --name "a b" --description c --custom1 x --custom2 y --holdback permanent --product-type GEO --product-type SICD ${CONSTRAINTS} ${localTime} --output id`,
      );
      expect(task.exitCode, task.stderr).toBe(0);
      expect(task.stderr).not.toMatch(/differs|compared/);
      const copy = await bench.swath(
        `task retask ${task.stdout.trim()} --tier urgent --name again --output id`,
      );
      expect(copy.stderr).not.toMatch(/differs|compared/);
    }
    const series = await bench.swath(
      "repeat create --point 15.213,38.789 --from +1d --interval 7 --count 3 --tier routine --type stripmap_50 --name weekly --maintain-framing --look-angle-tolerance 3 --azimuth-tolerance 4 --output id",
    );
    expect(series.stderr).not.toMatch(/differs|compared/);
    const again = await bench.swath(`repeat retask ${series.stdout.trim()} --until-canceled --output id`);
    expect(again.exitCode, again.stderr).toBe(0);
    expect(again.stderr).not.toMatch(/differs|compared/);
  }
});
