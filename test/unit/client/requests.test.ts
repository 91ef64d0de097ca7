import { describe, expect, test } from "vitest";
import { DEFAULT_DIALECT, type Dialect } from "../../../src/contract/dialect.ts";
import { ENDPOINTS } from "../../../src/contract/endpoints.ts";
import { parseReply } from "../../../src/contract/parse.ts";
import { INTERFACE_ROWS } from "../../contract/interface.ts";
import { clientOf, KEY, scriptedSend } from "./doubles.ts";

const body = (value: object): never => value as never;
const record = { taskingrequestId: "t1", repeatrequestId: "r1", orderId: "o1" };

const CALLS = INTERFACE_ROWS.flatMap(([name, { call, line, sent, allowed }]) =>
  call === undefined ? [] : [[name, call, line, sent, allowed[0]] as const],
);

describe("GEN-01 one method per endpoint", () => {
  test.each(CALLS)("%s", async (name, call, line, sent, answer) => {
    const send = scriptedSend({ body: answer });
    await expect(call(clientOf(send))).resolves.toEqual(await parseReply(name, answer));
    expect(send.requests).toHaveLength(1);
    const [{ method, url, headers, body: text }] = send.requests as [(typeof send.requests)[0]];
    expect(`${method} ${url}`).toBe(line.replace(" ", " https://api.sar.example/v1"));
    expect(text === undefined ? undefined : JSON.parse(text as string)).toEqual(sent);
    expect(headers).toEqual({
      accept: "application/json",
      "user-agent": "swath/0.1.0",
      authorization: `ApiKey ${KEY}`,
      ...(sent !== undefined && { "content-type": "application/json" }),
    });
  });

  test("and no endpoint is missing", () => {
    expect([...CALLS.map(([name]) => name), "createToken"]).toEqual(Object.keys(ENDPOINTS));
  });
});

describe("a deployment that differs", () => {
  const dialect: Dialect = {
    ...DEFAULT_DIALECT,
    "paths.orders": "/orders/",
    "paths.taskUpdate": "/task/{id}",
    "paths.repeatRetask": "/repeat-requests/{repeatRequestId}/retask",
    orderTaskBody: "empty",
  };
  test("its paths and bodies are used", async () => {
    const send = scriptedSend({ body: record });
    const client = clientOf(send, { dialect });
    await client.placeOrder({ body: body({ items: [] }) });
    await client.updateTask({ params: { id: "t1" }, body: body({}) });
    await client.retaskRepeat({ params: { repeatRequestId: "r1" }, body: body({}) });
    await client.orderTask({ params: { taskingRequestId: "t1" } });
    expect(send.requests.map(({ url, body: text }) => [new URL(url).pathname, text])).toEqual([
      ["/v1/orders/", '{"items":[]}'],
      ["/v1/task/t1", "{}"],
      ["/v1/repeat-requests/r1/retask", "{}"],
      ["/v1/orders/task/t1", "{}"],
    ]);
  });
});
