/** `task`, `repeat` and `search` by calling `app/` alone: no command line, no terminal, no view. */
import { expect, test } from "vitest";
import { createRequest, openRepeatDrafter, openTaskDrafter } from "../../src/app/tasking/create-requests.ts";
import type { RepeatBody, TaskBody } from "../../src/app/tasking/create-requests.ts";
import { approveRequests } from "../../src/app/tasking/approve-requests.ts";
import { rejectRequests } from "../../src/app/tasking/reject-requests.ts";
import { readCosts } from "../../src/app/tasking/read-requests.ts";
import { retask } from "../../src/app/tasking/retask.ts";
import { searchRequests } from "../../src/app/tasking/search-requests.ts";
import { waitForRequests } from "../../src/app/tasking/wait-for-requests.ts";
import { checkBody } from "../../src/contract/parse.ts";
import type { TaskRecord } from "../../src/contract/read-record.ts";
import { parseMoney } from "../../src/domain/price/money.ts";
import { NOW } from "../cli/stopped-clock.ts";
import { frontEnd, type Front } from "./app-context.ts";

const TIMES = { intervalMs: 3_600_000, timeoutMs: Number.POSITIVE_INFINITY };
const inDays = (days: number): string => new Date(NOW + days * 86_400_000).toISOString();

const POINT = { type: "Point", coordinates: [14.43, 40.82] };

async function newTask({ context }: Front): Promise<string> {
  const properties = {
    windowOpen: inDays(1),
    windowClose: inDays(8),
    collectionTier: "standard",
    collectionType: "spotlight",
  };
  const base = { type: "Feature", geometry: POINT, properties };
  const draft = (await openTaskDrafter(context, { given: {}, fields: {} }))(base);
  expect(draft.faults).toEqual([]);
  expect((await checkBody("createTask", draft.body)).ok).toBe(true);
  const { id = "" } = await createRequest(context, "task", draft.body as unknown as TaskBody);
  return id;
}

test("create, price, approve, wait, search and retask", async () => {
  const front = await frontEnd();
  const { context } = front;
  const id = await newTask(front);
  const cost = await readCosts(context, "task", [id], { wait: TIMES });
  expect(cost).toMatchObject({ id, estimate: "ready", total: expect.stringMatching(/^\$/) as string });

  expect(await approveRequests(context, [{ noun: "task", id }], {})).toMatchObject([
    { id, outcome: "approved" },
  ]);
  const ended = await waitForRequests(context, "task", [id], { until: ["completed", "anomaly"], ...TIMES });
  expect(ended).toMatchObject({ id });

  const pages = await Array.fromAsync(searchRequests(context, { noun: "task", body: {} }));
  expect(pages.flat()).toContainEqual(expect.objectContaining({ id }));

  const body = { type: "Feature" as const, properties: {} };
  const again = (await retask(context, { subject: "task", ids: [id], body }, {})) as TaskRecord;
  expect(again.id).not.toBe(id);
  expect(front.failures).toEqual([]);
});

test("an approval asks first; a price above the limit stops the run before the question", async () => {
  const front = await frontEnd({ isAgreed: false });
  const { context, questions } = front;
  const id = await newTask(front);
  const maxCost = parseMoney("0.01");
  await readCosts(context, "task", [id], { wait: TIMES });
  await expect(approveRequests(context, [{ noun: "task", id }], { maxCost })).rejects.toMatchObject({
    code: "COST_LIMIT_EXCEEDED",
  });
  expect(questions).toEqual([]);
  await approveRequests(context, [{ noun: "task", id }], {});
  expect(questions).toEqual([
    expect.stringMatching(
      `^Approve task ${id}: 25 km2 near Vesuvius \\(IT\\), spotlight standard, [^:]+: \\$[\\d,.]+\\?$`,
    ),
  ]);
});

test("a series is drafted with its open fields, created and rejected", async () => {
  const front = await frontEnd();
  const { context } = front;
  const properties = {
    collectionTier: "routine",
    collectionType: "spotlight",
    repetitionProperties: { repeatStart: inDays(1), repetitionInterval: 7 },
  };
  const base = { type: "Feature", geometry: POINT, properties };
  const draft = (await openRepeatDrafter(context, { given: {}, fields: {}, untilCanceled: false }))(base);
  expect(draft.warnings).toEqual([expect.objectContaining({ path: "properties.repetitionProperties" })]);
  const { id = "" } = await createRequest(context, "repeat", draft.body as unknown as RepeatBody, {
    wait: TIMES,
  });
  expect(await rejectRequests(context, [{ noun: "repeat", id }])).toEqual([
    { id, outcome: "rejected", status: "rejected", price: expect.any(String) as string },
  ]);
});
