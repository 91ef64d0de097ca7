/** Polls a task or a repeat request until a status, an end, or its estimate. */
import { poll, type Progress } from "../../client/poll.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import { isFinal, waitStateOf } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import { formatDuration } from "../../time/duration.ts";
import type { Context } from "../../cli/context.ts";
import { REPEAT_KIND, TASK_KIND, type RequestKind } from "./request-kind.ts";
import { openStatusLine } from "../../cli/output/status-line.ts";
import { waitTimes, type WaitOptions } from "../../cli/flags/wait-flags.ts";

type Judge = (record: RequestRecord) => Progress<RequestRecord>;

/** Waits for one of the status codes. Another end is ENDED_UNEXPECTEDLY, a passed deadline WAIT_TIMEOUT. */
export function waitForStatus(
  context: Context,
  kind: RequestKind,
  id: string,
  { until, ...options }: WaitOptions & { until: readonly string[] },
): Promise<RequestRecord> {
  return watch(context, kind, id, options, `wait ${id} --until ${until.join(",")}`, (record) => {
    const { status: code } = record;
    const outcome = waitStateOf(code, until);
    if (outcome === "ended") throw endedUnexpectedly(kind, id, record, until);
    return outcome === "reached" ? { done: true, value: record } : { done: false, state: code };
  });
}

/** Waits until a decision has been taken in: the request has left `submitted`, for good or for the scheduler. */
export function waitForScheduler(
  context: Context,
  kind: RequestKind,
  id: string,
  options: WaitOptions,
): Promise<RequestRecord> {
  return watch(context, kind, id, options, `wait ${id}`, (record) => {
    const { status: code } = record;
    if (code === "rejected") throw endedUnexpectedly(kind, id, record, ["accepted"]);
    return code === "submitted" || code === "review"
      ? { done: false, state: code }
      : { done: true, value: record };
  });
}

/** Waits for the cost estimate; a request that has ended, or that never enters review, will not get one. */
export function waitForEstimate(
  context: Context,
  kind: RequestKind,
  id: string,
  options: WaitOptions,
): Promise<RequestRecord> {
  return watch(context, kind, id, options, `cost ${id} --wait`, (record) => {
    const { status: code } = record;
    const { isReady } = kind.estimateOf(record);
    if (isReady || isFinal(code) || record.preApproval === true) return { done: true, value: record };
    return { done: false, state: code === undefined ? "no estimate yet" : `${code}, no estimate yet` };
  });
}

async function watch(
  context: Context,
  kind: RequestKind,
  id: string,
  options: WaitOptions,
  words: string,
  judge: Judge,
): Promise<RequestRecord> {
  const { world, notes, signal } = context;
  const line = await openStatusLine(world, context.options);
  const startMs = world.clock.now();
  let said: string | undefined;
  try {
    return await poll({
      check: async (checkSignal) => judge(await kind.get(context, id, checkSignal)),
      clock: world.clock,
      ...waitTimes(options),
      what: `${kind.title} ${id}`,
      hint: `It goes on without us. Type: swath ${kind.noun} ${words} --wait-timeout 2d`,
      onWait: (state = "unknown") => {
        line?.update(`${kind.title} ${id}: ${state}, for ${formatDuration(world.clock.now() - startMs)}`);
        if (line === undefined && state !== said) notes.note(`${kind.title} ${id}: ${state}`);
        said = state;
      },
      signal,
    });
  } finally {
    line?.stop();
  }
}

function endedUnexpectedly(
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

/** `create --wait`: the request stands whatever becomes of the wait, so its record is the result all the same. */
export async function waitAfterCreate(
  context: Context,
  noun: "task" | "repeat",
  record: RequestRecord,
  { wait, ...options }: WaitOptions & { wait?: string | true },
): Promise<RequestRecord> {
  const kind = noun === "task" ? TASK_KIND : REPEAT_KIND;
  const id = record.id ?? "";
  const isPlain = wait === undefined || wait === true || wait === "review";
  try {
    if (!isPlain) return await waitForStatus(context, kind, id, { ...options, until: [wait] });
    const found = await waitForEstimate(context, kind, id, options);
    const { price } = kind.estimateOf(found);
    if (price !== undefined) context.notes.note(`Estimate: ${price}${kind.per}`);
    return found;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.failAfter(error);
    return record;
  }
}
