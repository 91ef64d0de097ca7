/** Polls a task or a repeat request until it has a status, reaches an end state, or has its estimate. */
import { DEFAULT_WAIT, type Progress, type WaitTimes } from "../../time/poll.ts";
import type { RepeatRecord, RequestRecord } from "../../contract/read-record.ts";
import { formatCollected } from "../../domain/price/image-bound.ts";
import { formatCommitment } from "../../domain/price/price.ts";
import { isFinal, REVIEW, toWaitState } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import { requireWithin } from "../../money/buy.ts";
import { addCosts } from "../../money/terms.ts";
import type { Money } from "../../domain/price/money.ts";
import type { AppContext } from "../context.ts";
import { collectEachId } from "../batch.ts";
import { isApproval } from "../../money/purchase.ts";
import { pollShown } from "../poll-shown.ts";
import { REQUEST_KINDS, type Records, type RequestKind, type RequestNoun } from "./request-kind.ts";
import { advice, swath } from "../../hint.ts";
import { findOrderedTasks } from "./ordered-tasks.ts";
import { suggestOrdering } from "./request-hints.ts";

/** Missing times have their defaults. */
export type Times = Partial<WaitTimes>;

/**
 * Waits for one of the status codes, each request independently. The default is `completed`, for which a request that waits for an
 * approval ends the wait (APPROVAL_PENDING).
 */
export async function waitForRequests(
  context: AppContext,
  noun: RequestNoun,
  ids: readonly string[],
  { until, ...times }: Times & { until?: readonly string[] | undefined },
): Promise<Records> {
  const kind = REQUEST_KINDS[noun];
  // A status that was asked for may depend on the approval of another person.
  const awaited = { until: until ?? ["completed"], endsInReview: until === undefined };
  const records = await collectEachId(context, ids, `${kind.title}s`, (id) =>
    waitForStatus(context, noun, id, { ...times, ...awaited }),
  );
  await hintAfterCompletion(context, noun, records);
  return records;
}

/** Suggests ordering the collects of completed tasks of which nothing was ordered, and those of series. */
export async function hintAfterCompletion(
  context: AppContext,
  noun: RequestNoun,
  records: Records,
): Promise<void> {
  const { events } = context;
  const all = [records].flat();
  const isCompleted = ({ status }: RequestRecord): boolean => status === "completed";
  const completed = noun === "task" ? all.filter(isCompleted).flatMap(({ id }) => id ?? []) : [];
  const ordered = completed.length > 0 ? await findOrderedTasks(context, completed) : undefined;
  const ids = completed.filter((id) => ordered?.has(id) !== true);
  if (ids.length > 0) events.hint(suggestOrdering(ids));
  if (noun === "repeat")
    for (const { id } of all.filter(hasImages)) if (id !== undefined) events.hint(suggestOrdering([id]));
}

/** Returns whether a series has collected an image, as far as its record shows it. */
export function hasImages(record: RequestRecord): boolean {
  const { status, collected } = record as RepeatRecord;
  return collected === undefined ? status === "completed" : Number(collected) > 0;
}

/** Waits for one of the status codes. Another end state is ENDED_UNEXPECTEDLY, a passed deadline WAIT_TIMEOUT. */
async function waitForStatus(
  context: AppContext,
  noun: RequestNoun,
  id: string,
  { until, endsInReview, ...times }: Times & { until: readonly string[]; endsInReview: boolean },
): Promise<RequestRecord> {
  const kind = REQUEST_KINDS[noun];
  const approve = swath`${noun} approve ${id}`;
  const what = `${kind.title} ${id} is in review: nothing happens before its cost is approved`;
  let isTold = false;
  try {
    return await pollRequest(context, kind, id, times, async (record) => {
      const { status: code } = record;
      const outcome = toWaitState(code, until);
      if (outcome === "ended") throw createEndError(kind, id, record, until);
      if (outcome === "reached") return { done: true, value: record };
      const isApproved = async () => record.preApproval === true || (await wasApprovedHere(context, id));
      if (code === REVIEW && !isTold && !(await isApproved())) {
        if (endsInReview)
          throw new AppError("local", "APPROVAL_PENDING", what, {
            next: approve,
            data: { id, status: code },
          });
        context.events.note(what, approve);
        isTold = true;
      }
      return { done: false, state: formatState(noun, record) };
    });
  } catch (error) {
    const isInReview =
      error instanceof AppError && error.code === "WAIT_TIMEOUT" && error.data?.["state"] === REVIEW;
    throw isInReview ? error.restated(error.message, { next: approve }) : error;
  }
}

/** Returns the status, and for a series its number of images: `accepted, 4 of at most 9 images`. */
function formatState(noun: RequestNoun, record: RequestRecord): string | undefined {
  const { status } = record;
  if (noun !== "repeat" || !("collected" in record) || record.collected === undefined) return status;
  return `${status ?? "unknown"}, ${formatCollected(record)} images`;
}

/** The service may show an approved request in review for a while. */
async function wasApprovedHere({ service }: AppContext, id: string): Promise<boolean> {
  const rows = await (await service.journal()).listNamed(id);
  return rows.some((row) => row.resultId === id && isApproval(row));
}

/** Waits until a decision has taken effect: the request has left `submitted`, to an end state or to the scheduler. */
export function waitForScheduler(
  context: AppContext,
  kind: RequestKind,
  id: string,
  times: Times,
): Promise<RequestRecord> {
  return pollRequest(context, kind, id, times, (record) => {
    const { status: code } = record;
    if (code === "rejected") throw createEndError(kind, id, record, ["accepted"]);
    return code === "submitted" || code === REVIEW
      ? { done: false, state: code }
      : { done: true, value: record };
  });
}

/** Waits for the cost estimate; a request that has ended, or that never enters review, will not get one. */
export function waitForEstimate(
  context: AppContext,
  kind: RequestKind,
  id: string,
  times: Times,
): Promise<RequestRecord> {
  return pollRequest(context, kind, id, times, (record) => {
    const { status: code } = record;
    const { isReady } = kind.estimateOf(record);
    if (isReady || isFinal(code) || record.preApproval === true) return { done: true, value: record };
    return { done: false, state: code === undefined ? "no estimate yet" : `${code}, no estimate yet` };
  });
}

const pollRequest = (
  context: AppContext,
  kind: RequestKind,
  id: string,
  { intervalMs = DEFAULT_WAIT.intervalMs, timeoutMs = DEFAULT_WAIT.timeoutMs }: Times,
  judge: (record: RequestRecord) => Progress<RequestRecord> | Promise<Progress<RequestRecord>>,
): Promise<RequestRecord> =>
  pollShown(context, `${kind.title} ${id}`, { intervalMs, timeoutMs }, async (signal) =>
    judge(await kind.get(context, id, signal)),
  );

function createEndError(
  { title }: RequestKind,
  id: string,
  record: RequestRecord,
  until: readonly string[],
): AppError {
  const { status: code = "unknown", statusMessage = "" } = record;
  const reason = statusMessage === "" ? "" : `: ${statusMessage}`;
  return new AppError(
    "local",
    "ENDED_UNEXPECTEDLY",
    `${title} ${id} ended as ${code}, not as ${until.join(" or ")}${reason}`,
    { data: { id, status: code } },
  );
}

/** The state to wait for after creating a request: its estimate, or a status code by name. */
export interface AfterCreate extends Times {
  until?: string;
  /** The limit of a later approval: an estimate above it fails the run. */
  maxCost?: Money | undefined;
}

/** The request exists even if the wait fails, so its record is always the result. */
export async function waitAfterCreate(
  context: AppContext,
  noun: RequestNoun,
  record: RequestRecord,
  { until = REVIEW, maxCost, ...times }: AfterCreate,
): Promise<RequestRecord> {
  const kind = REQUEST_KINDS[noun];
  const { id = "" } = record;
  try {
    if (until !== REVIEW) {
      const reached = await waitForStatus(context, noun, id, {
        ...times,
        until: [until],
        // A caller that names another status may expect an approval elsewhere.
        endsInReview: until === "completed",
      });
      await hintAfterCompletion(context, noun, reached);
      return reached;
    }
    const found = await waitForEstimate(context, kind, id, times);
    const { price } = kind.estimateOf(found);
    if (price !== undefined) context.events.note(`Estimate: ${formatCommitment(price)}`);
    if (maxCost !== undefined)
      requireWithin(context, addCosts([{ id, price }], context.dialect["currency.$"]), {
        maxCost,
        outcome: "it waits in review",
      });
    if (found.status === REVIEW) context.events.hint(swath`${noun} approve ${id}`);
    return found;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isAbove = error.code === "COST_LIMIT_EXCEEDED";
    context.events.failed(
      isAbove
        ? error.restated(error.message, {
            next: advice`Approve it at a higher limit: ${swath`${noun} approve ${id} --max-cost <amount>`}`,
          })
        : error,
    );
    return record;
  }
}
