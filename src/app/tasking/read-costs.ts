/** Reads estimates, waiting for them where that was asked for. */
import type { RequestRecord } from "../../contract/read-record.ts";
import { forEachId, isDone, settleBatch } from "../batch.ts";
import type { Context } from "../../cli/context.ts";
import type { Cost, Costs } from "../../commands/cost-view.ts";
import { readIds } from "../../cli/input/ids-argument.ts";
import type { RequestKind } from "./request-kind.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";
import { waitForEstimate } from "./wait-for-request.ts";

export async function readCosts(
  context: Context,
  kind: RequestKind,
  given: readonly string[],
  options: WaitOptions & { wait?: true },
): Promise<Costs> {
  const ids = await readIds(context, given, `${kind.noun}Id`);
  const outcomes = await forEachId(context, ids, async (id) => {
    const record = await (options.wait === true
      ? waitForEstimate(context, kind, id, options)
      : kind.get(context, id));
    return costOf(kind, id, record);
  });
  settleBatch(context, outcomes, `${kind.title}s`);
  const costs = outcomes.filter(isDone).map(({ value }) => value);
  for (const { order } of costs) {
    const ids = order?.["managedOrganizationIds"];
    if (Array.isArray(ids)) context.notes.detail(`managed organizations: ${ids.join(", ")}`);
  }
  const [only] = costs;
  if (ids.length > 1 || only === undefined) return costs;
  hintAt(context, kind, only);
  return only;
}

function costOf(kind: RequestKind, id: string, record: RequestRecord): Cost {
  const { isReady, price } = kind.estimateOf(record);
  const { status, preApproval } = record;
  const { subtotal, order, transactionStatus } = record.estimate;
  const isPreApproved = !isReady && preApproval === true;
  return {
    id,
    ...(status !== undefined && { status }),
    estimate: isReady ? "ready" : isPreApproved ? "pre-approved" : "not ready",
    ...(price !== undefined && { total: price }),
    ...(subtotal !== undefined && { subtotal }),
    ...(kind.noun === "task" && { transactionStatus }),
    ...(order !== undefined && { order }),
  };
}

function hintAt({ notes }: Context, { noun, per }: RequestKind, { id, estimate }: Cost): void {
  if (per !== "") notes.note(`The price is${per}, not for the series`);
  if (estimate === "ready") notes.hint(`swath ${noun} approve ${id}`);
  if (estimate === "not ready") notes.hint(`swath ${noun} cost ${id} --wait`);
}
