/** The organization pre-approves: a free request costs money, which only its response shows. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { IntentRecord } from "../../src/money/record.ts";
import { noteApproval } from "../../src/money/outcome.ts";
import { errorOf, NO_NAMES, runScripted, type Answer } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const record = (id: string, more: object): Answer => ({
  status: 201,
  body: {
    type: "Feature",
    geometry: { type: "Point", coordinates: [14.43, 40.82] },
    properties: { taskingrequestId: id, repeatrequestId: id, ...more },
  },
});
const PRICE = { order: { summary: { total: "$900.00" } } };
const paid = (id: string): Answer =>
  record(id, { preApproval: true, statusHistory: [{ code: "submitted" }], ...PRICE });
const TASK = "task create --point 14.43,40.82 --window-open +1d --window 7d --tier standard --type spotlight";
const BODY = JSON.stringify({
  type: "Feature",
  geometry: { type: "Point", coordinates: [1, 2] },
  properties: { windowOpen: "2027-01-01T00:00:00Z", windowClose: "2027-01-08T00:00:00Z" },
});
const SERIES =
  "repeat create --point 14.43,40.82 --from +1d --interval 7 --count 3 --tier routine --type spotlight";
const series = record("r-1", {
  preApproval: true,
  lastStatusCode: "submitted",
  costPerImageEstimate: "$300.00",
  repetitionProperties: { repetitionCount: 3 },
});

describe("TASK-11 P5 a request that the service approves by itself", () => {
  it.each<[string, readonly string[], string, Answer]>([
    ["task create", TASK.split(" "), "POST /task", paid("t-1")],
    ["repeat create", SERIES.split(" "), "POST /repeat-requests", series],
    [
      "collect retask",
      "collect retask c-1 --window-close +9d".split(" "),
      "POST /collects/c-1/retask",
      paid("t-1"),
    ],
    ["api", ["api", "POST", "/task", "--data", BODY], "POST /task", paid("t-1")],
  ])(
    "%s: is spend with its price, is warned of, and exceeds a limit after its id",
    async (_what, argv, key, answer) => {
      const home = await tempHome();
      const run = await runScripted(
        [...argv, "--max-cost", "10", "--json"],
        { [key]: [answer], ...NO_NAMES },
        { home },
      );
      expect([run.exitCode, errorOf(run).code]).toEqual([12, "COST_LIMIT_EXCEEDED"]);
      expect(errorOf(run)).toMatchObject({
        code: "COST_LIMIT_EXCEEDED",
        message: expect.stringMatching(/\$900\.00.*\$10/) as string,
      });
      expect(JSON.stringify(JSON.parse(run.stdout))).toMatch(/"(?:t|r)-1"/);
      expect(run.stderr).toContain("by itself, without a cost review");
      const spend = await runScripted(
        "spend --json --query total[].committed",
        { POST: [{ status: 404 }] },
        { home },
      );
      expect(spend.stdout).toContain("900");
    },
  );

  it("counts in the budget, which then has no room", async () => {
    const home = await tempHome();
    await runScripted("config set budget 1000/month", {}, { home });
    expect((await runScripted(TASK, { "POST /task": [paid("t-1")] }, { home })).exitCode).toBe(0);
    const more = TASK.replace("14.43", "15.43");
    const over = await runScripted(`${more} --json`, { "POST /task": [paid("t-2")] }, { home });
    expect([over.exitCode, errorOf(over).code]).toEqual([12, "BUDGET_EXCEEDED"]);
    expect(over.stdout).toContain("t-2");
  });

  it.each([
    [{ lastStatusCode: "accepted" }, true],
    [{ lastStatusCode: "tasked" }, true],
    [{ lastStatusCode: "accepted", preApproval: false }, true],
    [{ lastStatusCode: "registered" }, true],
    [{ lastStatusCode: "registered", preApproval: false }, false],
    [{ lastStatusCode: "received", preApproval: 0 }, false],
    [{ lastStatusCode: "review", pre_approved: true }, true],
    [{ lastStatusCode: "received" }, false],
    [{ lastStatusCode: "review", preApproval: false }, false],
    [{ lastStatusCode: "pending-review" }, false],
    [{ lastStatusCode: "rejected", preApproval: true }, false],
    [{}, false],
  ])("%j is approved: %s", async (properties, isApproved) => {
    const home = await tempHome();
    const run = await runScripted(
      TASK,
      { "POST /task": [record("t-1", { ...properties, ...PRICE })] },
      { home },
    );
    expect([run.exitCode, run.stderr.includes("by itself")]).toEqual([0, isApproved]);
    const spend = await runScripted("spend", { POST: [{ status: 404 }] }, { home });
    expect(spend.stdout.includes("task")).toBe(isApproved);
  });

  it("a record that a search finds after a lost response is judged in the same way", () => {
    const lost = { kind: "createTask", effect: "write", details: { maxCost: "$10.00" } } as IntentRecord;
    expect(noteApproval(lost, paid("t-1").body)).toMatchObject({
      effect: "spend",
      details: { maxCost: "$10.00", price: "$900.00" },
    });
    expect(noteApproval(lost, record("t-1", { lastStatusCode: "review" }).body)).toBe(lost);
  });

  describe("--each", () => {
    const features = Array.from({ length: 12 }, (_, at) => ({
      type: "Feature",
      properties: { name: `s${at}` },
      geometry: { type: "Point", coordinates: [at, 40] },
    }));
    const words = async (home: string): Promise<string> => {
      const file = join(home, "sites.geojson");
      await writeFile(file, JSON.stringify({ type: "FeatureCollection", features }));
      return `task create --each --file ${file} --window-open +1d --window 7d --tier standard --type spotlight --concurrency 4`;
    };

    it("stops after the first request: the others are sent with a yes only", async () => {
      const home = await tempHome();
      const each = await words(home);
      const answers = features.map((_, at) => paid(`t-${at}`));
      const run = await runScripted(each, { "POST /task": answers }, { home });
      expect([run.exitCode, run.requests.length]).toEqual([10, 1]);
      expect(run.stdout).toContain("CONFIRMATION_REQUIRED");
      const rest = await runScripted(`${each} --yes`, { "POST /task": answers.slice(1) }, { home });
      expect([rest.exitCode, rest.requests.length]).toEqual([0, 11]);
    });

    it("looks again after a first request that was refused", async () => {
      const home = await tempHome();
      const answers = [{ status: 422 }, ...features.map((_, at) => paid(`t-${at}`))];
      const run = await runScripted(await words(home), { "POST /task": answers }, { home });
      expect([run.exitCode, run.requests.length]).toEqual([10, 2]);
    });

    it.each(["1500", "10"])("under --max-cost %s, at most one is approved by the service", async (limit) => {
      const home = await tempHome();
      const review = (at: number): Answer => record(`t-${at}`, { lastStatusCode: "review" });
      const answers = features.map((_, at) => (at < 3 ? review(at) : paid(`t-${at}`)));
      const each = `${await words(home)} --max-cost ${limit} --yes`;
      const run = await runScripted(each, { "POST /task": answers }, { home });
      expect(run.exitCode).not.toBe(0);
      expect(run.requests).toHaveLength(4);
      expect(run.stdout).toContain("COST_LIMIT_EXCEEDED");
    });
  });
});
