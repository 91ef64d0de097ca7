/** The contract of requests and orders. */
import { describe, expect, it } from "vitest";
import { idOf, openSky, refusalOf, repeatBody, type Sky, taskBody } from "../tasking/requests.ts";
import type { Answer } from "./open.ts";

type Ask = (sky: Sky, contractId?: string) => Promise<Answer>;

async function itemsOf(sky: Sky): Promise<object> {
  const { json } = await sky.ask("POST", "/catalog/search", {
    body: { limit: 1, collections: ["vendor-archive"] },
  });
  const [{ collection, id }] = json.features;
  return { items: [{ collectionId: collection, granuleId: id }] };
}

async function retask(sky: Sky, kind: "task" | "repeat-requests", contractId?: string): Promise<Answer> {
  const path = kind === "task" ? "/task" : "/repeat-requests";
  const { json } = await sky.ask("POST", path, { body: kind === "task" ? taskBody() : repeatBody() });
  const { taskingrequestId, repeatrequestId } = json.properties;
  return kind === "task"
    ? sky.ask("POST", `/task/${taskingrequestId}/retask`, { body: { contractId } })
    : sky.ask("POST", `/repeat-request/${repeatrequestId}/retask`, { body: { contractId } });
}

/** Every request whose body has a contract. */
const BODIES: [title: string, ask: Ask][] = [
  ["a task", (sky, contractId) => sky.ask("POST", "/task", { body: taskBody({}, { contractId }) })],
  [
    "a series",
    (sky, contractId) => sky.ask("POST", "/repeat-requests", { body: repeatBody({}, {}, { contractId }) }),
  ],
  ["the retask of a task", (sky, contractId) => retask(sky, "task", contractId)],
  ["the retask of a series", (sky, contractId) => retask(sky, "repeat-requests", contractId)],
  [
    "the retask of a collect",
    async (sky, contractId) => {
      const query = { "view:off_nadir": { gte: 20, lte: 35 } };
      const { json } = await sky.ask("POST", "/catalog/search", { body: { limit: 1, query } });
      const collectId = json.features[0].properties["vendor:collect_id"];
      return sky.ask("POST", `/collects/${collectId}/retask`, { body: { contractId } });
    },
  ],
  [
    "an order",
    async (sky, contractId) => sky.ask("POST", "/orders", { body: { ...(await itemsOf(sky)), contractId } }),
  ],
  [
    "an order review",
    async (sky, contractId) =>
      sky.ask("POST", "/orders/review", { body: { ...(await itemsOf(sky)), contractId } }),
  ],
];

const count = async ({ ask }: Sky): Promise<number[]> => {
  const { orders, tasks, repeatRequests } = (await ask("GET", "/_sandbox/status")).json;
  return [orders, tasks, repeatRequests];
};

describe.each(BODIES)("SBX-15 the contract of %s", (_title, ask) => {
  it("SBX-15 is one of the organization's; another or an unknown one is refused alike", async () => {
    const sky = await openSky();
    const { member, outsider } = sky;
    for (const contractId of [outsider.contractIds[0]!, "C7"]) {
      const refused = await ask(sky, contractId);
      expect(refusalOf(refused)).toEqual([422, "ENUM_INVALID", ["contractId"]]);
      expect(refused.json.error.message).toBe(
        `contractId ${contractId} is not a contract of the organization, which has ${member.contractIds.join(" and ")}`,
      );
    }
    for (const contractId of [undefined, ...member.contractIds]) {
      const { status, json } = await ask(sky, contractId);
      expect(status).toBeLessThan(300);
      if (contractId !== undefined && "contractId" in json) expect(json.contractId).toBe(contractId);
    }
  });

  it("SBX-15 a refused request makes nothing", async () => {
    const sky = await openSky();
    await ask(sky, sky.member.contractIds[1]);
    const before = await count(sky);
    expect((await ask(sky, "C7")).status).toBe(422);
    const [orders, tasks, series] = await count(sky);
    // The requests that are retasked are created by the test.
    expect([orders, (tasks ?? 0) + (series ?? 0) - (before[1] ?? 0) - (before[2] ?? 0)]).toEqual([
      before[0],
      /retask of a (task|series)/.test(_title) ? 1 : 0,
    ]);
  });
});

it("SBX-15 a retask inherits the contract of its original", async () => {
  const sky = await openSky();
  const [, second] = sky.member.contractIds;
  const original = await sky.create(taskBody({}, { contractId: second }));
  const { json } = await sky.ask("POST", `/task/${idOf(original)}/retask`, { body: {} });
  expect([json.contractId, json.properties.contractId]).toEqual([second, second]);
});
