/** The request and the stored record afterwards, client and sandbox joined. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";

const bench = await openBench();
const { swath, control } = bench;
const HOUR = 3_600_000;
const CREATE =
  "task create --point 14.9934,37.751 --window-open +1h --window 6d --tier standard --type spotlight";
const REPEAT = "repeat create --point 14.9934,37.751 --interval 2 --count 2 --tier routine --type spotlight";

type Members = Record<string, unknown>;

async function run(line: string): Promise<Members> {
  const { exitCode, stdout, stderr } = await swath(`${line} --json`);
  expect(exitCode, stderr).toBe(0);
  return (JSON.parse(stdout) as { properties: Members }).properties;
}
const taskId = async (more = ""): Promise<string> =>
  String((await run(`${CREATE} ${more}`))["taskingrequestId"]);
const seriesId = async (more = ""): Promise<string> =>
  String((await run(`${REPEAT} ${more}`))["repeatrequestId"]);
const task = (id: string): Promise<Members> => run(`task get ${id}`);
const series = (id: string): Promise<Members> => run(`repeat get ${id}`);
const pass = (hours: number): void => void (bench.clock.ms += hours * HOUR);

describe("a task's record", () => {
  it("TASK-12 TASK-14 TASK-15 contains labels and attributes as they were given", async () => {
    const made = await run(
      `${CREATE} --name 'Etna, summit' --description 'été' --custom1 'ticket 7' --custom2 ' spaced '`,
    );
    expect(made).toMatchObject({
      taskingrequestName: "Etna, summit",
      taskingrequestDescription: "été",
      customAttribute1: "ticket 7",
      customAttribute2: " spaced ",
    });
  });

  it("TASK-09 TASK-30 keeps the contract and the category, the seeded contract by default", async () => {
    const { contractId } = await run(CREATE);
    expect(contractId).toMatch(/^[0-9a-f-]{36}$/);
    const { exitCode, stdout } = await swath(
      `${CREATE} --contract ${String(contractId)} --set properties.productCategory=standard --json`,
    );
    expect(exitCode).toBe(0);
    const made = JSON.parse(stdout) as { contractId: string; properties: Members };
    expect([made.contractId, made.properties["productCategory"]]).toEqual([contractId, "standard"]);
  });

  it("SBX-15 a contract that the organization does not have is refused with those it has; nothing is made", async () => {
    const { contractId } = await run(CREATE);
    const refused = await swath(`${CREATE} --name refused --contract C7 --json`);
    expect([refused.exitCode, refused.stdout]).toEqual([8, ""]);
    expect(errorOf(refused)).toMatchObject({
      code: "ENUM_INVALID",
      message: expect.stringContaining(
        `C7 is not a contract of the organization, which has ${String(contractId)}`,
      ),
    });
    expect(JSON.parse((await swath("search tasks --name refused --json")).stdout)).toEqual([]);
  });

  it("TASK-23 TASK-24 TASK-59 shows the effect of type and defaults on missing constraints", async () => {
    const made = await run(`${CREATE} --look-direction left`);
    expect(made["collectConstraints"]).toMatchObject({
      lookDirection: "left",
      ascDesc: "either",
      localTime: "anytime",
      collectMode: "spotlight",
      numLooks: expect.any(Number) as unknown,
      resolutionRange: expect.any(Number) as unknown,
    });
    const { stdout } = await swath(`task get ${String(made["taskingrequestId"])}`, { stdoutTTY: true });
    for (const shown of ["Collect mode", "Num looks", "Resolution range"]) expect(stdout).toContain(shown);
  });

  it("TASK-36 TASK-38 azimuths may be a range, or one angle", async () => {
    for (const [min, max] of [
      [80, 100],
      [90, 90],
    ])
      expect(
        (await run(`${CREATE} --azimuth-min ${min} --azimuth-max ${max}`))["collectConstraints"],
      ).toMatchObject({
        azimuthAngleMin: min,
        azimuthAngleMax: max,
      });
  });

  it("TASK-44 a named span comes back under that name, and is sent as written", async () => {
    const line = `${CREATE} --local-time 06:00-18:00`;
    const dry = await swath(`${line} --dry-run`);
    expect(dry.stdout + dry.stderr).toMatch(/"localTime": \[\s*21600,\s*64800\s*\]/);
    expect((await run(line))["collectConstraints"]).toMatchObject({ localTime: "day" });
  });

  it("TASK-47 TASK-48 local time is accepted for every type, however little of the window remains", async () => {
    for (const type of ["spotlight", "spotlight_wide", "stripmap_100"]) {
      const made = await run(`${CREATE.replace(/spotlight$/, type)} --local-time 12:00-12:01`);
      expect(made["collectConstraints"]).toMatchObject({ localTime: [43_200, 43_260] });
    }
  });

  it("TASK-55 a collect mode can be set by path, and the type's own is accepted", async () => {
    const path = "properties.collectConstraints.collectMode";
    expect((await run(`${CREATE} --set ${path}=spotlight`))["collectConstraints"]).toMatchObject({
      collectMode: "spotlight",
    });
    const refused = await swath(`${CREATE} --set ${path}=stripmap --json`);
    expect([refused.exitCode, errorOf(refused).code]).toEqual([8, "COLLECT_MODE_CONFLICT"]);
  });

  it("COST-01 COST-05 COST-09 has no order before the estimate, and both totals with it", async () => {
    const id = await taskId();
    expect(await task(id)).toMatchObject({ transactionStatus: "" });
    expect(await task(id)).not.toHaveProperty("order");
    await swath(`task cost ${id} --wait`);
    const { transactionStatus, order } = await task(id);
    expect(transactionStatus).toBe("pending-customer-approval");
    const { total, subtotal } = JSON.parse((await swath(`task cost ${id} --json`)).stdout) as Members;
    expect(order).toMatchObject({ summary: { total, subtotal } });
    expect(subtotal).toMatch(/^\$[\d,]+\.\d\d$/);
  });

  it("COST-06 COST-07 COST-08 the estimate has a line for the task, its holdback and its organization", async () => {
    const id = await taskId("--holdback 30_day");
    await swath(`task cost ${id} --wait`);
    const { order, organizationId } = await task(id);
    expect(order).toMatchObject({
      lineItems: [{ taskId: id, accountingSize: { unit: "sqkm", value: expect.any(Number) as unknown } }],
      archiveHoldback: "30_day",
      managedOrganizationIds: [organizationId],
    });
  });

  it("STATES-03 STATES-04 STATES-10 waits in review, unscheduled, until it is approved", async () => {
    const id = await taskId();
    expect(await task(id)).toMatchObject({ lastStatusCode: "review", transactionStatus: "" });
    pass(24 * 5);
    const waiting = await task(id);
    expect(waiting).toMatchObject({
      lastStatusCode: "review",
      transactionStatus: "pending-customer-approval",
    });
    expect(waiting).not.toHaveProperty("expectedCollectionTime");
  });

  it("GEN-09 STATES-11 STATES-12 a pre-approved one is submitted at once, and others are in review", async () => {
    expect(await run(CREATE)).toMatchObject({ lastStatusCode: "review" });
    expect(await run(`${CREATE} --pre-approve --yes`)).toMatchObject({ lastStatusCode: "submitted" });
  });

  it("STATES-02 APPROVE-06 approved and rejected are only used in requests, and are not states", async () => {
    const [yes, no] = [await taskId(), await taskId()];
    await swath(`task approve ${yes} --yes --wait-timeout 1h`);
    await swath(`task reject ${no} --yes`);
    pass(6);
    const codes = async (id: string): Promise<unknown[]> =>
      ((await task(id))["statusHistory"] as Members[]).map(({ code }) => code);
    expect((await codes(yes)).slice(-2)).toEqual(["submitted", "review"]);
    expect(await codes(yes)).not.toContain("approved");
    expect(await codes(no)).toEqual(["rejected", "review"]);
  });
});

describe("a series' record", () => {
  it("REPEAT-05 REPEAT-18 contains its description and attributes, inside properties only", async () => {
    const line = `${REPEAT} --from +1h --description 'rim, weekly' --custom1 a --custom2 b`;
    const sent = (await swath(line)).requests[0]?.body as Members;
    expect(Object.keys(sent).sort()).toEqual(["geometry", "properties", "type"]);
    expect(await run(line)).toMatchObject({
      repeatrequestDescription: "rim, weekly",
      customAttribute1: "a",
      customAttribute2: "b",
    });
  });

  it("REPEAT-06 REPEAT-24 REPEAT-25 starts when it is submitted, and shows the constraints used", async () => {
    const made = await run(REPEAT);
    const got = await series(String(made["repeatrequestId"]));
    const { repeatStart } = got["repetitionProperties"] as { repeatStart: string };
    expect(Date.parse(repeatStart)).toBe(Date.parse(String(got["submissionTime"])));
    expect(got["collectConstraints"]).toMatchObject({ lookDirection: "either", collectMode: "spotlight" });
    const missing = await swath("repeat get 00000000-0000-4000-8000-00000000ffff --json");
    expect([missing.exitCode, errorOf(missing).code]).toEqual([6, "NOT_FOUND"]);
  });

  it("REPEAT-11 REPEAT-13 REPEAT-14 keeps the framing's tolerances", async () => {
    const framed = await run(
      `${REPEAT} --from +1h --maintain-framing --look-angle-tolerance 3 --azimuth-tolerance 5.5`,
    );
    expect(framed["repetitionProperties"]).toMatchObject({
      maintainSceneFraming: true,
      lookAngleTolerance: 3,
      azimuthAngleTolerance: 5.5,
    });
    const loose = await run(`${REPEAT} --from +1h --no-maintain-framing`);
    expect(loose["repetitionProperties"]).toMatchObject({ maintainSceneFraming: false });
  });

  it("REPEAT-12 a tolerance without framing is accepted with a warning, and not used", async () => {
    const loose = await swath(`${REPEAT} --from +1h --look-angle-tolerance 3 --json`);
    expect([loose.exitCode, loose.stderr]).toEqual([
      0,
      expect.stringContaining("lookAngleTolerance is only used with maintainSceneFraming"),
    ]);
  });

  it("COST-11 STATES-05 has no price per image before the estimate, and stays in review with it", async () => {
    const id = await seriesId("--from +1h");
    expect(await series(id)).not.toHaveProperty("costPerImageEstimate");
    expect((await swath(`repeat cost ${id} --wait --json`)).exitCode).toBe(0);
    expect(await series(id)).toMatchObject({
      lastStatusCode: "review",
      costPerImageEstimate: expect.stringMatching(/^\$/) as unknown,
    });
  });

  it("REPEAT-26 STATES-08 STATES-16 once approved, it opens tasks that contain its id, and ends by its count", async () => {
    const id = await seriesId("--from +1h");
    await swath(`repeat approve ${id} --yes`);
    pass(24 * 10);
    const found = await swath(`search tasks --repeat-id ${id} --json`);
    const tasks = JSON.parse(found.stdout) as { properties: Members }[];
    expect(tasks.map(({ properties }) => properties["repeatrequestId"])).toEqual([id, id]);
    expect(await series(id)).toMatchObject({ lastStatusCode: "completed", completedCount: 2 });
  });

  it("REPEAT-22 STATES-16 an end date also ends it", async () => {
    const made = await run(`${REPEAT.replace(" --count 2", "")} --from +1h --to +5d`);
    const id = String(made["repeatrequestId"]);
    await swath(`repeat approve ${id} --yes`);
    pass(24 * 12);
    expect(await series(id)).toMatchObject({ lastStatusCode: "completed" });
  });

  it("REPEAT-27 pre-approved, it is submitted without a review", async () => {
    expect(await run(`${REPEAT} --from +1h --pre-approve --yes`)).toMatchObject({
      lastStatusCode: "submitted",
    });
  });
});

describe("retasks", () => {
  it("RETASK-T-05 RETASK-T-09 RETASK-T-10 a task's description and holdback are copied, followed by its id", async () => {
    const id = await taskId("--description rim --holdback 1_year");
    expect(await run(`task retask ${id}`)).toMatchObject({
      taskingrequestDescription: `rim - TRID: ${id}`,
      archiveHoldback: "1_year",
    });
    const own = await run(`task retask ${id} --description crater --holdback none`);
    expect(own).toMatchObject({ taskingrequestDescription: `crater - TRID: ${id}`, archiveHoldback: "none" });
  });

  it("RETASK-C-03 RETASK-C-05 RETASK-C-16 a collect's retask needs no flags: label with its short id, window from now", async () => {
    const found = await swath("catalog search --product-type GEO --limit 1 --json");
    const [item] = JSON.parse(found.stdout) as { properties: Members }[];
    const collect = String(item?.properties["vendor:collect_id"]);
    const made = await run(`collect retask ${collect}`);
    expect(made).toMatchObject({
      taskingrequestName: `Retask ${collect.slice(0, 8)}`,
      taskingrequestDescription: ` - CID: ${collect}`,
      productCategory: "custom",
      archiveHoldback: "none",
    });
    expect(made["windowOpen"]).toBe(made["submissionTime"]);
    const named = `collect retask ${collect} --name rim --window-open +3d --window-close +3d1h --holdback permanent`;
    expect(await run(named)).toMatchObject({ taskingrequestName: "rim", archiveHoldback: "permanent" });
  });

  it("RETASK-C-04 RETASK-C-10 RETASK-C-12 a collect's angles are within 5 degrees of its own look", async () => {
    const found = await swath("catalog search --product-type GEO --limit 1 --json");
    const [item] = JSON.parse(found.stdout) as { properties: Members }[];
    const collect = String(item?.properties["vendor:collect_id"]);
    const made = await run(`collect retask ${collect} --description rim --holdback 30_day`);
    expect(made).toMatchObject({
      taskingrequestDescription: `rim - CID: ${collect}`,
      archiveHoldback: "30_day",
    });
    const { offNadirMin, offNadirMax } = made["collectConstraints"] as Record<string, number>;
    expect(offNadirMax! - offNadirMin!).toBeGreaterThan(4);
    expect(offNadirMax! - offNadirMin!).toBeLessThanOrEqual(10);
  });

  it("RETASK-C-17 a standard retask accepts a short window", async () => {
    const found = await swath("catalog search --product-type GEO --limit 1 --json");
    const [item] = JSON.parse(found.stdout) as { properties: Members }[];
    const line = `collect retask ${String(item?.properties["vendor:collect_id"])} --window-open +1h --window-close +2h`;
    expect(await run(line)).toMatchObject({ collectionTier: "standard", windowDuration: 3600 });
  });

  it("RETASK-R-02 RETASK-R-03 RETASK-R-12 a series' constraints and text are copied, from now", async () => {
    const id = await seriesId("--from +1h --name rim --description weekly --look-direction left");
    const made = await run(`repeat retask ${id}`);
    expect(made).toMatchObject({
      repeatrequestName: "rim 2",
      repeatrequestDescription: `weekly - RRID: ${id}`,
      collectionType: "spotlight",
      collectConstraints: { lookDirection: "left" },
    });
    const { repeatStart } = made["repetitionProperties"] as { repeatStart: string };
    expect(Date.parse(repeatStart)).toBe(Date.parse(String(made["submissionTime"])));
  });

  it("RETASK-R-05 RETASK-R-06 RETASK-R-11 a series' end and holdback can be changed", async () => {
    const id = await seriesId("--from +1h");
    const counted = await run(`repeat retask ${id} --count 7 --holdback 1_year`);
    expect(counted).toMatchObject({
      archiveHoldback: "1_year",
      repetitionProperties: { repetitionCount: 7 },
    });
    const dated = await run(`repeat retask ${id} --to +40d`);
    expect(dated["repetitionProperties"]).toHaveProperty("repeatEnd");
    expect(dated["repetitionProperties"]).not.toHaveProperty("repetitionCount");
    const wrong = await swath(`repeat retask ${id} --holdback forever --json`);
    expect([wrong.exitCode, errorOf(wrong).code]).toEqual([3, "ENUM_INVALID"]);
  });
});

describe("product types", () => {
  it("TASK-29 PRODUCTS-08 ORG-09 are the organization's by default, for new tasks only", async () => {
    const before = await run(CREATE);
    const org = String(before["organizationId"]);
    const manager = { env: { SWATH_API_KEY: bench.manager.apiKey } };
    const set = await swath(
      `org set-defaults ${org} --required GEO,SLC --optional SICD --yes --json`,
      manager,
    );
    expect([set.exitCode, set.stdout]).toEqual([0, expect.stringContaining(org)]);
    const after = await run(CREATE);
    expect(after["processingConfig"]).toMatchObject({ productTypes: ["GEO", "SLC", "SICD"] });
    expect((await task(String(before["taskingrequestId"])))["processingConfig"]).toEqual(
      before["processingConfig"],
    );
    // Optional ones may be removed, and a list without them is accepted.
    const own = await run(`${CREATE} --product-type GEO,SLC`);
    expect((own["processingConfig"] as { productTypes: string[] }).productTypes).not.toContain("SICD");
  });

  it("PRODUCTS-07 ORG-03 ORG-04 required ones are always there, and cannot be removed", async () => {
    const named = await run(`${CREATE} --product-type GEO`);
    expect(named["processingConfig"]).toMatchObject({ productTypes: ["GEO", "SLC"] });
    const id = String(named["taskingrequestId"]);
    for (const flag of ["--product-type GEO", "--remove SLC"]) {
      const off = await swath(`task set-products ${id} ${flag} --json`);
      expect([off.exitCode, errorOf(off).code]).toEqual([8, "PRODUCT_TYPE_LOCKED"]);
      expect(errorOf(off).hint).toContain(`swath order task ${id} --product-type GEO`);
    }
  });

  it("PRODUCTS-06 ERRORS-08 ORG-07 one that was marked unavailable is refused by the service", async () => {
    await control("POST", "/settings", { unavailableProductTypes: ["CPHD"] });
    const refused = await swath(`${CREATE} --product-type GEO,SLC,CPHD --json`);
    expect([refused.exitCode, errorOf(refused).code]).toEqual([8, "PRODUCT_TYPE_UNAVAILABLE"]);
  });

  it("PRODUCTS-09 GEN-13 every type of the interface is accepted, and another gets a warning", async () => {
    for (const type of ["SICD", "GEC", "VS", "SIDD"]) {
      const made = await swath(`${CREATE} --product-type GEO,SLC,${type}`);
      expect([made.exitCode, made.stderr]).toEqual([0, expect.not.stringContaining("Warning:")]);
    }
    const other = await swath(`${CREATE} --product-type GEO,SLC,XYZW --dry-run`);
    expect(other.stderr).toContain("Warning:");
  });

  it("ERRORS-06 LIMITS-09 within 3 hours of the pass they stay as they are", async () => {
    const id = String((await run(`${CREATE} --pre-approve --yes`))["taskingrequestId"]);
    pass(1);
    const { expectedCollectionTime } = await task(id);
    bench.clock.ms = Math.max(bench.clock.ms, Date.parse(String(expectedCollectionTime)) - 2 * HOUR);
    const late = await swath(`task set-products ${id} --product-type GEO,SLC,SIDD --json`);
    expect([late.exitCode, errorOf(late).code]).toEqual([7, "PRODUCT_EDIT_CUTOFF"]);
    expect(errorOf(late).hint).toContain("swath order place --generate");
  });
});
