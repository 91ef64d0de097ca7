import { describe, expect, test } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import { TransportError } from "../../../src/contract/send.ts";
import type { SpendIntent } from "../../../src/contract/spend.ts";
import { clientOf, failureOf, scriptedSend, steppedClock, type Answer, type SendPaid } from "./doubles.ts";

const any = (value: object): never => value as never;
const preApproved = any({ preApproval: true, properties: {} });
const reset = new TransportError("reset", "maybe", "api.sar.example: closed");

type Call = (client: Client) => Promise<unknown>;

const SPENDS: [string, Call][] = [
  ["a pre-approved task", (c) => c.createTask({ body: preApproved })],
  ["a pre-approved series", (c) => c.createRepeat({ body: any({ properties: { preApproval: true } }) })],
  [
    "a retask of an unread original",
    (c) => c.retaskTask({ params: { taskingRequestId: "t" }, body: any({}) }),
  ],
  [
    "an approval",
    (c) => c.setTaskStatus({ params: { taskingrequestId: "t" }, body: { status: "approved" } }),
  ],
  [
    "the approval of a series",
    (c) => c.setRepeatStatus({ params: { repeatrequestId: "r" }, body: { code: "submitted" } }),
  ],
  [
    "a task with a pre-approval in its constraints",
    (c) => c.createTask({ body: any({ properties: { collectConstraints: { preApproval: "yes" } } }) }),
  ],
  [
    "raw tasks in a list, one pre-approved",
    (c) => c.raw({ method: "POST", path: "/task", body: '[{},{"properties":{"preApproval":1}}]' }),
  ],
  [
    "raw tasks in a FeatureCollection, one pre-approved",
    (c) =>
      c.raw({ method: "POST", path: "/task", body: '{"features":[{"properties":{"pre_approved":true}}]}' }),
  ],
  [
    "a rejection with another decision beside it",
    (c) =>
      c.raw({
        method: "PATCH",
        path: "/task/t/status",
        body: '{"Status":"approved","status":"rejected"}',
      }),
  ],
  ["an order", (c) => c.placeOrder({ body: any({ items: [] }) })],
  ["an order by task", (c) => c.orderTask({ params: { taskingRequestId: "t" } })],
  ["a raw order", (c) => c.raw({ method: "POST", path: "/orders", body: "{}" })],
];

/** Free requests that would otherwise be made twice. */
const CREATES: [string, Call][] = [
  ["a task that waits for approval", (c) => c.createTask({ body: any({}) })],
  [
    "a retask that is known not to be pre-approved",
    (c) => c.retaskTask({ params: { taskingRequestId: "t" }, body: any({}), effect: "write" }),
  ],
];

const WRITES: [string, Call][] = [
  [
    "a rejection",
    (c) => c.setTaskStatus({ params: { taskingrequestId: "t" }, body: { status: "rejected" } }),
  ],
  ["organization defaults", (c) => c.updateOrganization({ params: { id: "o" }, body: any({}) })],
  ["a raw DELETE", (c) => c.raw({ method: "DELETE", path: "/task/t" })],
];

const FAILURES: [string, Answer | Error][] = [
  ["a reset", reset],
  ["a 503", { status: 503, headers: { "retry-after": "0" } }],
  ["a 429", { status: 429 }],
  ["a 500", { status: 500 }],
];

describe("GEN-17 a request that may cost money", () => {
  test.each(
    SPENDS.flatMap(([what, call]) => FAILURES.map(([how, answer]) => [what, how, call, answer] as const)),
  )("%s meets %s: sent once, on a connection of its own", async (_what, _how, call, answer) => {
    const send = scriptedSend(answer);
    await failureOf(call(clientOf(send)));
    expect(send.requests).toHaveLength(1);
    expect(send.requests[0]?.fresh).toBe(true);
  });

  test.each(SPENDS)(
    "P2 %s is not sent without a journal, or before the journal agrees",
    async (_what, call) => {
      const send = scriptedSend({});
      const none = await failureOf(call(clientOf(send, { sendPaid: undefined })));
      expect(none.message).toContain("spend journal");
      const full: SendPaid = async () => {
        throw new Error("disk full");
      };
      expect((await failureOf(call(clientOf(send, { sendPaid: full })))).message).toBe("disk full");
      expect(send.requests).toEqual([]);
    },
  );

  test("the journal gets the purchase, and finds the id", async () => {
    const intents: SpendIntent[] = [];
    const ids: (string | undefined)[] = [];
    const sendPaid: SendPaid = async (request) => {
      intents.push(request.intent);
      const { reply, id } = await request.send();
      ids.push(id);
      return reply;
    };
    const send = scriptedSend(
      { status: 201, body: { orderId: "o-9", orderStatus: "in-progress" } },
      { status: 201, body: { properties: { taskingrequestId: "t-9" } } },
      { status: 201, body: { repeatrequestId: "r-9" } },
      { status: 204 },
      { status: 201, body: { orderId: "o-10" } },
      { status: 200, body: { ok: true } },
    );
    const client = clientOf(send, { sendPaid });
    await client.placeOrder({ body: any({ items: [{ productType: "GEO" }] }) });
    await client.createTask({ body: preApproved });
    await client.retaskRepeat({ params: { repeatRequestId: "r" }, body: any({}) });
    await client.setTaskStatus({ params: { taskingrequestId: "t/7" }, body: { status: "approved" } });
    await client.raw({ method: "POST", path: "/orders", body: '{"items":[]}' });
    const idless = await failureOf(client.placeOrder({ body: any({ items: [] }) }));
    // With its status, which the journal keeps.
    expect(idless).toMatchObject({ code: "RESPONSE_UNRECOGNISED", status: 200 });
    expect(ids).toEqual(["o-9", "t-9", "r-9", "t/7", "o-10"]);
    expect(intents[0]).toEqual({
      kind: "placeOrder",
      origin: "https://api.sar.example",
      method: "POST",
      path: "/v1/orders",
      body: { items: [{ productType: "GEO" }] },
      effect: "spend",
    });
    expect(intents[3]).toMatchObject({ kind: "setTaskStatus", path: "/v1/task/t%2F7/status" });
    expect(intents[4]).toMatchObject({ kind: "placeOrder", body: { items: [] } });
  });

  test.each([
    [
      "a redirect",
      { status: 307, headers: { location: "https://evil.example/orders" } },
      "REDIRECT_REFUSED",
      307,
    ],
    [
      "a web page",
      { status: 200, headers: { "content-type": "text/html" }, body: "<html>" },
      "RESPONSE_UNRECOGNISED",
      200,
    ],
    ["a value that is not an object", { status: 200, body: [] }, "RESPONSE_UNRECOGNISED", 200],
  ])("P3 the journal gets %s with its status, never a refusal", async (_what, answer, code, status) => {
    let seen: unknown;
    const sendPaid: SendPaid = async (request) => {
      try {
        return (await request.send()).reply;
      } catch (error) {
        seen = error;
        throw error;
      }
    };
    await failureOf(clientOf(scriptedSend(answer), { sendPaid }).placeOrder({ body: any({ items: [] }) }));
    expect(seen).toMatchObject({ code, status });
  });

  test("the journal learns from the cause whether any byte was sent", async () => {
    const lost = new TransportError("refused", "no", "api.sar.example: refused");
    const error = await failureOf(clientOf(scriptedSend(lost)).placeOrder({ body: any({ items: [] }) }));
    expect(error).toMatchObject({ code: "NETWORK", cause: { delivered: "no" } });
  });

  test("a first Ctrl-C does not cut off the answer; before sending, it stops the request", async () => {
    const first = new AbortController();
    const send = scriptedSend({ status: 201, body: { orderId: "o-9" } });
    const pressing: typeof send = Object.assign(
      async (request: Parameters<typeof send>[0]) => {
        first.abort(new Error("interrupted"));
        expect(request.signal?.aborted).toBe(false);
        return send(request);
      },
      { requests: send.requests },
    );
    const client = clientOf(pressing, { signal: first.signal });
    await expect(client.placeOrder({ body: any({ items: [] }) })).resolves.toMatchObject({ orderId: "o-9" });
    expect((await failureOf(client.placeOrder({ body: any({ items: [] }) }))).message).toBe("interrupted");
    expect(send.requests).toHaveLength(1);
  });

  test("a second one abandons the wait, and reports that the request may have been sent", async () => {
    const second = new AbortController();
    const client = clientOf(
      async ({ signal }) => {
        setImmediate(() => second.abort(new Error("interrupted twice")));
        await new Promise((resolve) => signal?.addEventListener("abort", resolve));
        throw new TransportError("aborted", "maybe", "given up");
      },
      { spendSignal: second.signal },
    );
    const error = await failureOf(client.placeOrder({ body: any({ items: [] }) }));
    expect(error).toMatchObject({ code: "NETWORK", cause: { reason: "aborted", delivered: "maybe" } });
  });
});

describe("a request that creates something for free", () => {
  test.each(
    CREATES.flatMap(([what, call]) => FAILURES.map(([how, answer]) => [what, how, call, answer] as const)),
  )("P4 %s meets %s: sent once, through the journal", async (_what, _how, call, answer) => {
    const send = scriptedSend(answer);
    const intents: SpendIntent[] = [];
    const sendPaid: SendPaid = async (request) => {
      intents.push(request.intent);
      return (await request.send()).reply;
    };
    await failureOf(call(clientOf(send, { sendPaid })));
    expect(send.requests).toHaveLength(1);
    expect(send.requests[0]?.fresh).toBe(true);
    expect(intents).toMatchObject([{ effect: "write" }]);
  });

  test("P4 the record that a search found replaces the lost reply", async () => {
    const found = { properties: { taskingrequestId: "t-1" } };
    const sendPaid: SendPaid = (request) => request.adopt(found);
    const client = clientOf(scriptedSend({}), { sendPaid });
    expect((await client.createTask({ body: any({}) })).source).toBe(found);
    const raw = await client.raw({ method: "POST", path: "/task", body: "{}" });
    expect(JSON.parse(raw.text)).toEqual(found);
  });
});

describe("a request that changes something", () => {
  test.each(
    WRITES.flatMap(([what, call]) => FAILURES.map(([how, answer]) => [what, how, call, answer] as const)),
  )("%s meets %s: sent once, without the journal", async (_what, _how, call, answer) => {
    const send = scriptedSend(answer);
    await failureOf(call(clientOf(send, { sendPaid: () => Promise.reject(new Error("not for this")) })));
    expect(send.requests).toHaveLength(1);
    expect(send.requests[0]?.fresh).toBe(true);
  });

  test("reports that it may have worked", async () => {
    const error = await failureOf(clientOf(scriptedSend(reset)).createTask({ body: any({}) }));
    expect(error).toMatchObject({
      code: "NETWORK",
      message: expect.stringContaining("the service may have carried it out") as string,
    });
  });

  test("PATCH /tasks/{id} sets an absolute value and may be repeated", async () => {
    const send = scriptedSend(reset, { status: 502 }, { status: 204 });
    await expect(clientOf(send).updateTask({ params: { id: "t" }, body: any({}) })).resolves.toMatchObject({
      source: {},
    });
    expect(send.requests).toHaveLength(3);
  });

  test("only a retask can be treated as less than in the table", async () => {
    const client = clientOf(scriptedSend());
    expect(client.describe("placeOrder", { body: any({}), effect: "write" }).effect).toBe("spend");
    expect(client.describe("createTask", { body: preApproved, effect: "write" }).effect).toBe("spend");
    expect(
      client.describe("retaskCollect", { params: { collectId: "c" }, body: any({}), effect: "spend" }).effect,
    ).toBe("spend");
  });
});

describe("time limits of a call", () => {
  test("apply to a service that never answers and ignores every signal", async () => {
    const clock = steppedClock();
    const client = clientOf(() => new Promise(() => {}), { clock, timeoutMs: 30_000, retries: 0 });
    const read = failureOf(client.listExports());
    await new Promise(setImmediate);
    clock.advance(29_999);
    clock.advance(1);
    expect(await read).toMatchObject({
      code: "TIMEOUT",
      exitCode: 9,
      cause: { reason: "timeout", delivered: "maybe" },
    });
  });

  test("an interruption ends a read at once, with its own reason", async () => {
    const stop = new AbortController();
    const client = clientOf(() => new Promise(() => {}), { clock: steppedClock(), signal: stop.signal });
    const read = failureOf(client.listExports());
    stop.abort(new Error("SIGINT"));
    expect((await read).message).toBe("SIGINT");
  });

  test("an interruption ends the pause between two attempts", async () => {
    const stop = new AbortController();
    const client = clientOf(scriptedSend({ status: 503 }), {
      clock: steppedClock(),
      signal: stop.signal,
      onRetry: () => setImmediate(() => stop.abort(new Error("SIGINT"))),
    });
    expect((await failureOf(client.listExports())).message).toBe("SIGINT");
  });
});
