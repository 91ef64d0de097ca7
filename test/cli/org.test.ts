/** `org set-defaults` and `task set-products`. */
import { describe, expect, it } from "vitest";
import { errorOf, runScripted, task } from "./scripted-service.ts";

const UPDATED = { PUT: [{ status: 204 }] };

describe("org set-defaults", () => {
  it("ORG-01 ORG-02 ORG-08 puts only the list, with GEO added and reported", async () => {
    const run = await runScripted("org set-defaults org-a --optional sicd,GEC --yes", UPDATED);
    expect(run.exitCode).toBe(0);
    expect(run.requests).toMatchObject([
      {
        path: "/organizations/org-a",
        body: {
          defaultProductTypes: [
            { productType: "GEO", required: true },
            { productType: "SICD", required: false },
            { productType: "GEC", required: false },
          ],
        },
      },
    ]);
    expect(run.stderr).toContain("added GEO");
  });

  it("ORG-05 GEO is never optional", async () => {
    const refused = await runScripted("org set-defaults org-a --optional GEO --yes --json", {});
    expect([refused.exitCode, errorOf(refused).code]).toEqual([3, "ORG_GEO_LOCKED"]);
  });

  it("ORG-10 asks, with a warning that the complete list is replaced", async () => {
    const asked: string[] = [];
    const run = await runScripted("org set-defaults org-a --required GEO", UPDATED, {
      stdinTTY: true,
      ask: async ({ message }) => {
        asked.push(message);
        return false;
      },
    });
    expect(asked).toEqual([expect.stringContaining("replaces the whole list")]);
    expect([run.exitCode, run.requests.length]).toEqual([12, 0]);
  });

  it("ORG-01 the organization comes from --org or the settings; without it, a usage error", async () => {
    const run = await runScripted("org set-defaults --required GEO --yes --json", {});
    expect([run.exitCode, errorOf(run).code]).toEqual([2, "USAGE"]);
    const given = await runScripted("org set-defaults --org org-b --required GEO --yes", UPDATED);
    expect(given.requests[0]?.path).toBe("/organizations/org-b");
  });

  it("ORG-02 the list also comes from a file", async () => {
    const stdin = '[{"productType":"GEO","required":true},{"productType":"SLC","required":false}]';
    const run = await runScripted("org set-defaults org-a -f - --optional SICD --yes", UPDATED, { stdin });
    expect(run.requests[0]?.body).toEqual({
      defaultProductTypes: [
        { productType: "GEO", required: true },
        { productType: "SLC", required: false },
        { productType: "SICD", required: false },
      ],
    });
  });

  it("ORG-06 a 403 reports that a manager is required", async () => {
    const run = await runScripted("org set-defaults org-a --required GEO --yes --json", {
      PUT: [{ status: 403, body: { error: { code: "FORBIDDEN", message: "no" } } }],
    });
    expect([run.exitCode, errorOf(run).code]).toEqual([5, "ORG_MANAGER_REQUIRED"]);
  });
});

describe("task set-products", () => {
  const record = task("t-1", "accepted", {
    processingConfig: { productTypes: ["GEO", "SLC"] },
    windowOpen: "2026-03-10T12:00:00Z",
  });

  it("PRODUCTS-01 PRODUCTS-02 sends this and nothing else", async () => {
    const run = await runScripted("task set-products t-1 --product-type GEO,sicd", {
      PATCH: [{ body: task("t-1", "accepted", { processingConfig: { productTypes: ["GEO", "SICD"] } }) }],
    });
    expect(run.requests).toMatchObject([
      { path: "/tasks/t-1", body: { properties: { processingConfig: { productTypes: ["GEO", "SICD"] } } } },
    ]);
  });

  it("nothing is said to be found if every task failed", async () => {
    const missing = { status: 404, body: { error: { code: "NOT_FOUND", message: "no" } } };
    const run = await runScripted("task set-products t-1 t-2 --product-type GEO", {
      PATCH: [missing, missing],
    });
    expect([run.exitCode, run.stdout]).toEqual([10, ""]);
    expect(run.stderr).toMatch(/^Error: 2 of 2 tasks failed\n/);
  });

  it("PRODUCTS-03 PRODUCTS-04 PRODUCTS-05 --add and --remove read the task first", async () => {
    const run = await runScripted("task set-products t-1 --add GEC --remove SLC", {
      GET: [{ body: record }],
      PATCH: [{ status: 204 }],
    });
    expect(run.requests.map(({ method }) => method)).toEqual(["GET", "PATCH", "GET"]);
    expect(run.requests[1]?.body).toEqual({
      properties: { processingConfig: { productTypes: ["GEO", "GEC"] } },
    });
    expect(run.stderr).toContain("within 3 hours");
  });

  it("PRODUCTS-03 GEO is not removed", async () => {
    const run = await runScripted("task set-products t-1 --remove GEO --json", {});
    expect([run.exitCode, run.requests.length, errorOf(run).code]).toEqual([3, 0, "GEO_REQUIRED"]);
  });

  it("PRODUCTS-03 GEO is added to a list without it, given or read, with a note", async () => {
    const sent = { properties: { processingConfig: { productTypes: ["GEO", "SICD"] } } };
    const given = await runScripted("task set-products t-1 --product-type SICD", {
      PATCH: [{ status: 204 }],
      GET: [{ body: record }],
    });
    expect(given.requests[0]?.body).toEqual(sent);
    expect(given.stderr).toContain("added GEO");
    const bare = task("t-1", "accepted", { processingConfig: { productTypes: ["SLC"] } });
    const read = await runScripted("task set-products t-1 --add SICD --remove SLC", {
      GET: [{ body: bare }],
      PATCH: [{ status: 204 }],
    });
    expect(read.requests[1]?.body).toEqual(sent);
    expect(read.stderr).toContain("added GEO");
  });

  it("PRODUCTS-04 the service's cutoff keeps its code", async () => {
    const run = await runScripted("task set-products t-1 --product-type GEO --json", {
      PATCH: [{ status: 409, body: { error: { code: "PRODUCT_EDIT_CUTOFF", message: "too late" } } }],
    });
    expect([run.exitCode, errorOf(run).code]).toEqual([7, "PRODUCT_EDIT_CUTOFF"]);
  });
});
