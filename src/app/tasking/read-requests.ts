/** Reads requests and their estimates. A failure for one id does not stop the others. */
import type { RequestRecord } from "../../contract/read-record.ts";
import type { AppContext } from "../context.ts";
import { forEachId, isDone, settleBatch, settleEachId } from "../batch.ts";
import { REQUEST_KINDS, type Records, type RequestKind, type RequestNoun } from "./request-kind.ts";
import { waitForEstimate, type Times } from "./wait-for-requests.ts";

type Reading = Pick<AppContext, "service" | "settings" | "clock" | "signal" | "events">;

/** One id gives its record, several give a list. `onRecord` receives each one as it arrives. */
export function getRequests(
  context: Reading,
  noun: RequestNoun,
  ids: readonly string[],
  onRecord: (id: string, record: RequestRecord) => void = () => {},
): Promise<Records> {
  const kind = REQUEST_KINDS[noun];
  return settleEachId(context, ids, `${kind.title}s`, async (id) => {
    const record = await kind.get(context, id);
    onRecord(id, record);
    return record;
  });
}

export interface Cost {
  id: string;
  status?: string;
  /** `pre-approved` when there will be no review, and so no estimate. */
  estimate: "ready" | "not ready" | "pre-approved";
  /** Amount as the service wrote it. */
  total?: string;
  subtotal?: string;
  transactionStatus?: string;
  /** The service's own summary, unchanged. */
  order?: Readonly<Record<string, unknown>>;
}

export type Costs = Cost | readonly Cost[];

/** The estimates; with `wait` it waits until they exist. */
export async function readCosts(
  context: Reading,
  noun: RequestNoun,
  ids: readonly string[],
  { wait }: { wait?: Times | undefined } = {},
): Promise<Costs> {
  const kind = REQUEST_KINDS[noun];
  const outcomes = await forEachId(context, ids, async (id) => {
    const record = await (wait === undefined
      ? kind.get(context, id)
      : waitForEstimate(context, kind, id, wait));
    return costOf(kind, id, record);
  });
  settleBatch(context, outcomes, `${kind.title}s`);
  const costs = outcomes.filter(isDone).map(({ value }) => value);
  for (const { order } of costs) {
    const managed = order?.["managedOrganizationIds"];
    if (Array.isArray(managed)) context.events.detail(`managed organizations: ${managed.join(", ")}`);
  }
  const [only] = costs;
  if (ids.length > 1 || only === undefined) return costs;
  hintAtNext(context, kind, only);
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

function hintAtNext(
  { events }: Pick<AppContext, "events">,
  { noun, per }: RequestKind,
  { id, estimate }: Cost,
): void {
  if (per !== "") events.note(`The price is${per}, not for the series`);
  if (estimate === "ready") events.hint(`swath ${noun} approve ${id}`);
  if (estimate === "not ready") events.hint(`swath ${noun} cost ${id} --wait`);
}
