/** Cancelling by the status paths: the bodies that are seen in the field, and when it is too late. */
import { expect, it } from "vitest";
import { at, idOf, openSky, refusalOf, repeatBody, taskBody } from "./requests.ts";

const FINALIZED = [422, "UNABLE_TO_UPDATE_FINALIZED_TRANSACTION"];

it.each([{ status: "canceled" }, { code: "canceled" }, { status: "cancelled" }, { code: "cancelled" }])(
  "CANCEL-01 STATES-15 %j cancels a task and a series",
  async (body) => {
    const { ask, create } = await openSky();
    const id = idOf(await create());
    const task = await ask("PATCH", `/task/${id}/status`, { body });
    expect([task.status, task.json.properties.lastStatusCode]).toEqual([200, "canceled"]);
    const { json } = await ask("POST", "/repeat-requests", { body: repeatBody() });
    const path = `/repeat-requests/${json.properties.repeatrequestId}/status`;
    const series = await ask("PATCH", path, { body });
    expect([series.status, series.json.properties.lastStatusCode]).toEqual([200, "canceled"]);
  },
);

it("CANCEL-06 CANCEL-05 what has ended cannot be cancelled, in any form of the reply", async () => {
  const { ask, create, set } = await openSky();
  const id = idOf(await create());
  await set({ statusReply: "history" });
  const body = { status: "canceled" };
  const { json } = await ask("PATCH", `/task/${id}/status`, { body });
  expect(json.map(({ code }: { code: string }) => code)).toEqual(["canceled", "review"]);
  const again = await ask("PATCH", `/task/${id}/status`, { body });
  expect(refusalOf(again).slice(0, 2)).toEqual(FINALIZED);
  const approved = await ask("PATCH", `/task/${id}/status`, { body: { status: "approved" } });
  expect(approved.status).toBe(409);
});

it("CANCEL-08 a cancelled task is not collected, and is found by its state", async () => {
  const { ask, create, go, task, outsider } = await openSky();
  const id = idOf(await create(taskBody({ preApproval: true, windowClose: at(24 * 6) })));
  await go(60);
  expect((await task(id)).properties.lastStatusCode).toBe("accepted");
  const body = { status: "canceled" };
  expect((await ask("PATCH", `/task/${id}/status`, { body, as: outsider })).status).toBe(404);
  await ask("PATCH", `/task/${id}/status`, { body });
  await go(30 * 86_400);
  expect((await task(id)).properties).toMatchObject({ lastStatusCode: "canceled" });
  expect((await task(id)).properties).not.toHaveProperty("collectIds");
  const found = await ask("POST", "/tasks/search", { body: { query: { lastStatusCode: "canceled" } } });
  expect(found.json.results).toHaveLength(1);
});
