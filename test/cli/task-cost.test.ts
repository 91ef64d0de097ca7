/** The price and the history of a task, for people and for programs. */
import { describe, expect, it } from "vitest";
import { runScripted } from "./scripted-service.ts";

const ID = "3f0c2a7e-5a51-4a7f-9d0c-0c8a3b1f7e21";
const ORDER = {
  summary: { total: "$2,450.00", subtotal: "$2,300.00" },
  lineItems: [
    { taskId: ID, accountingSize: { unit: "sqkm", value: 812.5 } },
    { taskId: "etna-south", accountingSize: { unit: "sqkm", value: 25 } },
  ],
  archiveHoldback: "30_day",
  managedOrganizationIds: ["org-catania", "org-palermo"],
};
const record = (more: object) => ({
  [`GET /task/${ID}`]: [
    {
      body: {
        type: "Feature",
        geometry: { type: "Point", coordinates: [14.9934, 37.751] },
        properties: { taskingrequestId: ID, statusHistory: [{ code: "review" }], ...more },
      },
    },
  ],
});
const ready = record({ transactionStatus: "pending-customer-approval", order: ORDER });

describe("task cost", () => {
  it("COST-04 COST-06 COST-07 a terminal gets the service's amounts, each line item, and the holdback", async () => {
    const { stdout, exitCode } = await runScripted(`task cost ${ID} --no-color`, ready, { stdoutTTY: true });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Subtotal: +\$2,300\.00\nTotal: +\$2,450\.00\nArchive holdback: +30_day/);
    expect(stdout).toMatch(/TASK +SIZE +UNIT\n3f0c2a7e-\S+ +812\.5 +sqkm\netna-south +25 +sqkm/);
  });

  it("COST-06 COST-07 COST-08 programs get the complete order, --verbose the organizations", async () => {
    const { stdout, stderr } = await runScripted(`task cost ${ID} --json --verbose`, ready);
    expect(JSON.parse(stdout)).toMatchObject({ estimate: "ready", total: "$2,450.00", order: ORDER });
    expect(stderr).toContain("managed organizations: org-catania, org-palermo");
    const plain = await runScripted(`task cost ${ID} --json`, ready);
    expect(plain.stderr).not.toContain("org-catania");
  });

  it.each([
    [{ total: "$1,250.00", subtotal: "$1,300.00" }, "$1,300.00", { amount: 1300, currency: "USD" }],
    [{ total: "1.250,50 EUR", subtotal: "?" }, "?", undefined],
  ])(
    "COST-04 COST-05 P5 the total of %j is its total, and the amount that limits are compared with is shown beside it",
    async (summary, atMost, commitment) => {
      const script = record({ transactionStatus: "pending-customer-approval", order: { summary } });
      const { total } = summary;
      const { stdout, stderr } = await runScripted(`task cost ${ID} --json`, script);
      expect(JSON.parse(stdout)).toMatchObject({ total, atMost });
      expect((JSON.parse(stdout) as { commitment?: unknown }).commitment).toEqual(commitment);
      expect(stderr).toContain(`task ${ID}: the total is `);
      const shown = await runScripted(`task cost ${ID} --no-color`, script, { stdoutTTY: true });
      expect(shown.stdout).toMatch(/Total: +\S+.*\nAt most: +\S+/);
      expect((await runScripted(`task cost ${ID}`, script)).stdout).toContain(`\t${total}\n`);
    },
  );

  it("COST-04 P5 a total that its own discount explains is what limits are compared with", async () => {
    const summary = { total: "$1,250.00", subtotal: "$1,300.00", specialDiscount: { amount: "$50.00" } };
    const script = record({ transactionStatus: "pending-customer-approval", order: { summary } });
    const { stdout, stderr } = await runScripted(`task cost ${ID} --json`, script);
    expect(JSON.parse(stdout)).toMatchObject({ total: "$1,250.00", commitment: { amount: 1250 } });
    expect(JSON.parse(stdout)).not.toHaveProperty("atMost");
    expect(stderr).not.toContain("the total is");
  });

  it("COST-12 a pre-approved task has no review, so no estimate is waited for", async () => {
    const approved = record({ preApproval: true, transactionStatus: "" });
    const shown = await runScripted(`task cost ${ID} --no-color`, approved, { stdoutTTY: true });
    expect(shown.stdout).toContain("pre-approved: no review estimate");
    const waited = await runScripted(`task cost ${ID} --wait --json`, approved);
    expect([waited.exitCode, waited.requests.length]).toEqual([0, 1]);
    expect(JSON.parse(waited.stdout)).toMatchObject({ estimate: "pre-approved" });
  });
});

describe("task get --history", () => {
  const entries = [
    { time: "2026-03-11T04:12:09Z", code: "accepted", message: "vendor-05 passes at dawn" },
    { time: "2026-03-10T12:00:00Z", code: "review", message: "" },
  ];

  it("SEARCH-R-16 prints the history on stdout, newest first: one row each, in a pipe and as CSV", async () => {
    const reply = record({ statusHistory: entries });
    const piped = await runScripted(`task get ${ID} --history`, reply);
    expect(piped).toMatchObject({
      stderr: "",
      stdout:
        `${ID}\t2026-03-11T04:12:09Z\taccepted\tvendor-05 passes at dawn\n` +
        `${ID}\t2026-03-10T12:00:00Z\treview\t\n`,
    });
    const csv = await runScripted(`task get ${ID} --history --output csv --columns time,code`, reply);
    expect(csv.stdout).toBe("time,code\n2026-03-11T04:12:09Z,accepted\n2026-03-10T12:00:00Z,review\n");
  });

  it("SEARCH-R-16 a person sees the record and its history, and JSON is the complete record", async () => {
    const reply = record({ statusHistory: entries });
    const shown = await runScripted(`task get ${ID} --history --no-color`, reply, { stdoutTTY: true });
    expect(shown.stdout).toContain("Status");
    expect(shown.stdout).toContain(
      `History of ${ID}, newest first:\n` +
        "  2026-03-11T04:12:09Z  accepted  vendor-05 passes at dawn\n  2026-03-10T12:00:00Z  review\n",
    );
    const json = await runScripted(`task get ${ID} --history --json`, reply);
    expect(JSON.parse(json.stdout)).toMatchObject({ properties: { statusHistory: entries } });
    expect(json.stderr).toBe("");
  });

  it("SEARCH-R-16 a record without a history is reported as such", async () => {
    const run = await runScripted(`task get ${ID} --history`, record({ statusHistory: undefined }));
    expect([run.exitCode, run.stderr]).toEqual([0, expect.stringContaining("carries no history")]);
  });
});
