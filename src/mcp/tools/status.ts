/** The open requests and orders, and one task, series or order. */
import * as z from "zod";
import type { ResolvedKind } from "../../app/ids/resolve-ids.ts";
import type { Answer } from "../answer.ts";
import { defineTool, type CallContext } from "../call.ts";
import { makeUsage } from "../inputs.ts";

export const status = defineTool({
  name: "status",
  title: "Show what is going on",
  description:
    "Without arguments: requests of unknown outcome, which may have cost money, requests that wait for approval, requests and orders in progress, what is ready, and the rest of the budget. With " +
    "`task`, `series` or `order`: the state of that one. Changes nothing and costs nothing.",
  input: z.strictObject({
    task: z.string().optional().describe("id or name of a task"),
    series: z.string().optional().describe("id or name of a repeat request"),
    order: z.string().optional().describe("id of an order"),
  }),
  run: async (context, { task, series, order }): Promise<Answer> => {
    const given = Object.entries({ task, series, order }).filter(([, id]) => id !== undefined);
    if (given.length > 1)
      throw makeUsage(`${given.map(([name]) => name).join(" and ")} are given`, "Give one of them");
    if (task !== undefined) return { data: await requestState(context, "task", task) };
    if (series !== undefined) return { data: await requestState(context, "repeat", series) };
    if (order !== undefined) return { data: await orderState(context, order) };
    const { readWorkStatus } = await import("../../app/status/work-status.ts");
    const { unknown, approvals, inProgress, ready, partlyOrdered, budget } = await readWorkStatus(context);
    const waiting = approvals && { rows: approvals.rows, sum: approvals.sum, closed: approvals.closed };
    const work = {
      approvals: waiting,
      inProgress: inProgress.rows,
      ready: ready.rows,
      partlyOrdered: partlyOrdered.rows,
      budget,
    };
    return { data: { unknown: unknown && { rows: unknown.rows, sum: unknown.sum }, ...work } };
  },
});

async function requestState(context: CallContext, noun: "task" | "repeat", id: string) {
  const [{ REQUEST_KINDS }, { describeRequest }, { placeText }] = await Promise.all([
    import("../../app/tasking/request-kind.ts"),
    import("../../app/tasking/request-line.ts"),
    import("../../places/describe-geometry.ts"),
  ]);
  const record = await REQUEST_KINDS[noun].get(context, await toFullId(context, noun, id));
  const { source } = record as { source?: { properties?: Record<string, unknown> } };
  const { statusHistory } = source?.properties ?? {};
  return {
    id: record.id,
    status: record.status,
    ...describeRequest(record, context.clock.now(), placeText),
    ...("collectIds" in record && { collectIds: record.collectIds }),
    ...(statusHistory !== undefined && { statusHistory }),
  };
}

async function toFullId(context: CallContext, kind: ResolvedKind, id: string): Promise<string> {
  const { resolveIds } = await import("../../app/ids/resolve-ids.ts");
  const [full = id] = await resolveIds(context, kind, [id]);
  return full;
}

async function orderState(context: CallContext, given: string) {
  const orderId = await toFullId(context, "order", given);
  const [{ isReady }, { readOrderHistory }] = await Promise.all([
    import("../../app/downloads/order-readiness.ts"),
    import("../../app/ordering/order-history.ts"),
  ]);
  const rows = await readOrderHistory(context);
  const known = rows.find(({ entry }) => entry.orderId === orderId);
  const { orderStatus, price, expirationDate, state, time } = known?.entry ?? {};
  return {
    orderId,
    isReady: await isReady(context, orderId),
    ...(known && { state, time, price, orderStatus, expirationDate, downloadedAt: known.downloadedAt }),
  };
}
