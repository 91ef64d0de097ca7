import { describe, expect, it } from "vitest";
import { TransportError } from "../../../../src/contract/send.ts";
import { withFault } from "../../../../src/sandbox/faults.ts";
import { createSandboxSend } from "../../../../src/sandbox/sandbox.ts";
import { VARIANTS } from "../../../../src/sandbox/settings.ts";
import { NOW } from "../../../cli/stopped-clock.ts";
import { openBench } from "./open.ts";

const HOUR_MS = 3_600_000;
const DOWNLOAD = "/orders/7/download";

describe("/_sandbox/clock", () => {
  it("SBX-04 runs in real time, at a multiple of it, or only when advanced", async () => {
    const { ask, clock } = await openBench();
    const now = async () => Date.parse((await ask("GET", "/_sandbox/clock")).json.now) - NOW;
    clock.ms += HOUR_MS;
    expect(await now()).toBe(HOUR_MS);
    await ask("POST", "/_sandbox/clock", { body: { speed: 60 } });
    clock.ms += 1000;
    expect(await now()).toBe(HOUR_MS + 60_000);
    await ask("POST", "/_sandbox/clock", { body: { mode: "manual" } });
    clock.ms += HOUR_MS;
    expect(await now()).toBe(HOUR_MS + 60_000);
    await ask("POST", "/_sandbox/clock", { body: { advance: 30 } });
    expect(await now()).toBe(HOUR_MS + 90_000);
    const set = await ask("POST", "/_sandbox/clock", {
      body: { now: "2026-03-10T13:47:00+02:00", mode: "real" },
    });
    expect(set.json).toEqual({ mode: "real", speed: 60, now: "2026-03-10T11:47:00.000Z" });
  });

  it("SBX-04 refuses an invalid clock", async () => {
    const { ask } = await openBench();
    for (const body of [
      { mode: "fast" },
      { speed: 0 },
      { speed: "2" },
      { advance: "1h" },
      { now: "2026-03-10" },
      { now: 5 },
      { advance: 1e15 },
      [],
    ]) {
      expect((await ask("POST", "/_sandbox/clock", { body })).status).toBe(422);
    }
    expect((await ask("GET", "/_sandbox/clock")).json.mode).toBe("real");
  });
});

it.each([
  ["clock", { set: "2026-03-10T13:47:00Z", speed: 60 }, ["set"], "mode, speed, now, advance"],
  ["clock", { Now: "2026-03-10T13:47:00Z", by: 5 }, ["Now", "by"], "mode, speed, now, advance"],
  ["faults", { route: "*", status: 500, times: 2 }, ["times"], "count"],
  ["reset", { seed: "new" }, ["seed"], "takes none"],
  ["tasks/7/cancel", { id: "8" }, ["id"], "takes none"],
  ["tasks/7/complete", { now: true }, ["now"], "takes none"],
  ["repeat-requests/7/cancel", { status: "canceled" }, ["status"], "takes none"],
  ["orders/7/complete", { items: [] }, ["items"], "takes none"],
  ["orders/7/reject", { reason: "none" }, ["reason"], "takes none"],
  ["organizations/A", { unavailable: ["SLC"] }, ["unavailable"], "unavailableProductTypes"],
  ["settings", { orderTll: 1 }, ["orderTll"], "orderTll"],
])(
  "SBX-08 /_sandbox/%s refuses unknown members %j and names those it has",
  async (path, body, paths, named) => {
    const { ask } = await openBench();
    const before = (await ask("GET", "/_sandbox/clock")).json;
    const { status, json } = await ask("POST", `/_sandbox/${path}`, { body });
    expect([status, json.error.detail.map((fault: { path: string }) => fault.path)]).toEqual([422, paths]);
    expect(json.error.message).toContain(named);
    expect((await ask("GET", "/_sandbox/clock")).json).toEqual(before);
    expect((await ask("GET", "/_sandbox/faults")).json).toEqual({ faults: [] });
  },
);

describe("/_sandbox/settings", () => {
  it("SBX-08 sets all or none, and null resets one to its default", async () => {
    const { ask } = await openBench();
    const refused = await ask("POST", "/_sandbox/settings", {
      body: { orderTtl: 60, errorStyle: "fancy", orderTll: 1 },
    });
    expect([refused.status, refused.json.error.detail.map(({ path }: { path: string }) => path)]).toEqual([
      422,
      ["errorStyle", "orderTll"],
    ]);
    expect((await ask("GET", "/_sandbox/settings")).json.orderTtl).toBe(604_800);
    const set = await ask("POST", "/_sandbox/settings", {
      body: { orderTtl: 60, retaskInheritsPreApproval: false },
    });
    expect(set.json).toMatchObject({ orderTtl: 60, retaskInheritsPreApproval: false });
    expect((await ask("POST", "/_sandbox/settings", { body: { orderTtl: null } })).json.orderTtl).toBe(
      604_800,
    );
    expect((await ask("POST", "/_sandbox/settings", { body: { orderTll: null } })).status).toBe(422);
  });

  it("SBX-08 a variant is a bundle of settings that explicit ones override", async () => {
    const { ask } = await openBench();
    const variant = "create-200,download-empty";
    const set = await ask("POST", "/_sandbox/settings", { body: { variant, inProgressDownload: "202" } });
    expect(set.json).toMatchObject({ createdStatus: 200, inProgressDownload: "202" });
    expect(
      (await ask("POST", "/_sandbox/settings", { body: { variant: "create-200,unheard-of" } })).status,
    ).toBe(422);
    for (const name of Object.keys(VARIANTS)) {
      expect((await ask("POST", "/_sandbox/settings", { body: { variant: name } })).status).toBe(200);
    }
  });

  it.each([
    ["error-text", { error: "no order has the id 7" }],
    ["error-detail", { detail: [{ loc: ["body"], msg: "no order has the id 7", type: "ORDER_NOT_FOUND" }] }],
    ["error-message", { message: "no order has the id 7" }],
    ["error-capital-message", { Message: "no order has the id 7" }],
  ])("ERRORS-12 can imitate %s", async (variant, body) => {
    const { ask } = await openBench({ settings: { variant } });
    const { status, json } = await ask("GET", DOWNLOAD);
    expect([status, json]).toEqual([404, body]);
  });

  it("ERRORS-12 can imitate HTML pages, and 400 for every refused request", async () => {
    const html = await openBench({ settings: { variant: "error-html" } });
    const page = await html.ask("GET", "/orders/%3Cscript%3E/download");
    expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.text).toContain("&lt;script&gt;");
    const plain = await openBench({ settings: { variant: "plain-400" } });
    expect((await plain.ask("POST", "/orders/review", { body: { items: [] } })).status).toBe(400);
    expect((await plain.ask("GET", DOWNLOAD)).status).toBe(404);
  });
});

describe("/_sandbox/faults", () => {
  it("SBX-08 a status with Retry-After, as often as requested, on its route only", async () => {
    const { ask } = await openBench();
    await ask("POST", "/_sandbox/faults", {
      body: { route: "getOrderDownload", status: 429, retryAfter: 2, count: 2 },
    });
    const first = await ask("GET", DOWNLOAD);
    expect([first.status, first.headers["retry-after"], first.json.error.code]).toEqual([
      429,
      "2",
      "RATE_LIMITED",
    ]);
    expect((await ask("POST", "/orders/review", { body: { items: [] } })).status).toBe(422);
    expect((await ask("GET", DOWNLOAD)).status).toBe(429);
    expect((await ask("GET", DOWNLOAD)).status).toBe(404);
    expect((await ask("GET", "/_sandbox/faults")).json).toEqual({ faults: [] });
  });

  it("SBX-08 without a count it stays until it is cleared, and never affects the control plane", async () => {
    const { ask } = await openBench();
    await ask("POST", "/_sandbox/faults", {
      body: { route: "*", html: "<h1>Bad gateway</h1>", status: 502 },
    });
    for (let i = 0; i < 3; i += 1) expect((await ask("GET", DOWNLOAD)).text).toBe("<h1>Bad gateway</h1>");
    expect((await ask("DELETE", "/_sandbox/faults")).json).toEqual({ faults: [] });
    expect((await ask("GET", DOWNLOAD)).status).toBe(404);
  });

  it("SBX-08 latency waits on the real clock, not on the virtual one", async () => {
    const { ask, clock } = await openBench();
    await ask("POST", "/_sandbox/faults", { body: { route: "*", latencyMs: 250, count: 1 } });
    expect((await ask("GET", DOWNLOAD)).status).toBe(404);
    expect(clock.slept).toEqual([250]);
  });

  it.each([
    { when: undefined, order: ["wait", "execute"] },
    { when: "after" as const, order: ["execute", "wait"] },
  ])("SBX-08 a request is executed before a latency only with after ($when)", async ({ when, order }) => {
    const steps: string[] = [];
    const { clock } = await openBench();
    const sleep = async (): Promise<void> => void steps.push("wait");
    const fault = { id: "1", remaining: 1, route: "placeOrder", latencyMs: 5000, ...(when && { when }) };
    await withFault(fault, { ...clock, sleep }, async () => {
      steps.push("execute");
      return {};
    });
    expect(steps).toEqual(order);
  });

  it("SBX-08 a lost connection is a TransportError at the other end of Send", async () => {
    const { ask, sandbox } = await openBench();
    const send = createSandboxSend(sandbox, "http://127.0.0.1:7717/v1");
    const get = (url: string) => send({ method: "GET", url, headers: {} });
    await ask("POST", "/_sandbox/faults", { body: { route: "*", reset: true, count: 1 } });
    await expect(get("http://127.0.0.1:7717/v1/orders/7/download")).rejects.toMatchObject({
      reason: "reset",
      delivered: "maybe",
    });
    await ask("POST", "/_sandbox/faults", { body: { route: "*", truncate: 5, count: 1 } });
    const { status, body } = await get("http://127.0.0.1:7717/v1/orders/7/download");
    const got: Uint8Array[] = [];
    const reading = (async () => {
      for await (const chunk of body) got.push(chunk);
    })();
    await expect(reading).rejects.toBeInstanceOf(TransportError);
    expect([status, Buffer.concat(got).byteLength]).toEqual([401, 5]);
    await expect(get("http://127.0.0.1:7717/v10/orders")).rejects.toMatchObject({
      reason: "refused",
      delivered: "no",
    });
  });

  it("SBX-08 refuses a fault without effect or route", async () => {
    const { ask } = await openBench();
    for (const body of [
      {},
      { route: "*" },
      { route: "nowhere", status: 500 },
      { route: "*", status: 200 },
      { route: "*", reset: "yes" },
      { route: "*", status: 500, count: 0 },
      { route: "*", latencyMs: 1e12 },
    ]) {
      expect((await ask("POST", "/_sandbox/faults", { body })).status).toBe(422);
    }
  });
});

describe("the rest of /_sandbox", () => {
  it("SBX-02 SBX-05 needs no key and lists the users", async () => {
    const { ask, member } = await openBench();
    const get = async (path: string) => (await ask("GET", path, { as: "nobody" })).json;
    expect((await get("/_sandbox/users")).users[0]).toMatchObject({ name: "member", apiKey: member.apiKey });
  });

  it("SBX-02 reset clears settings, faults and the clock, and keeps the keys", async () => {
    const { ask, member } = await openBench();
    await ask("POST", "/_sandbox/settings", { body: { orderTtl: 60 } });
    await ask("POST", "/_sandbox/faults", { body: { route: "*", status: 500 } });
    await ask("POST", "/_sandbox/clock", { body: { advance: 86_400, mode: "manual" } });
    await ask("POST", "/_sandbox/reset");
    expect((await ask("GET", "/_sandbox/settings")).json.orderTtl).toBe(604_800);
    expect((await ask("GET", "/_sandbox/clock")).json).toMatchObject({
      mode: "real",
      now: "2026-03-10T11:47:00.000Z",
    });
    expect((await ask("GET", DOWNLOAD, { as: member })).status).toBe(404);
  });

  it("a bug is a 500 in the same shape, and no exception", async () => {
    const { ask, sandbox, member } = await openBench();
    sandbox.close();
    const { status, json } = await ask("GET", DOWNLOAD, { as: member });
    expect([status, json.error.code]).toEqual([500, "INTERNAL"]);
  });
});
