/**
 * Sends a task or a series for each feature of a file, with limited concurrency. Results are yielded in the
 * order of the file. The journal's records identify the request, so that a second run sends only missing requests.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { RequestRecord } from "../../contract/read-record.ts";
import { onDisk } from "../../disk/disk-error.ts";
import { lockFile, LockLost, type FileLock } from "../../disk/file-lock.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { hasEnd } from "../../domain/price/image-bound.ts";
import type { AskedRequest, Difference } from "../../domain/tasking/compare-with-record.ts";
import type { Money } from "../../domain/price/money.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { countText, groupedText } from "../../counted.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { DryRun } from "../service/dry-run.ts";
import { toBatchError } from "../batch.ts";
import { workInOrder } from "../in-order.ts";
import { agree, openRun, requireJudged, send, type JudgedOffer } from "../../money/buy.ts";
import type { Run } from "../../money/run.ts";
import { makePreApprovalTerms } from "../../money/terms.ts";
import { compareMade, reportAllMade, type Made } from "./check-made.ts";
import { limitFacts, noteEndless, type MadeOptions } from "./create-requests.ts";
import type { RequestNoun } from "./request-kind.ts";
import { planEach, type EachRequest, type Plan } from "./plan-each.ts";
import { advice, swath } from "../../hint.ts";
import { SEE_APPROVALS } from "./request-hints.ts";

export interface EachRow {
  /** Index of the feature in its file, from 0. */
  index: number;
  /** `already`: it was created before, by any run or for an equal feature of the file. */
  outcome: "created" | "already" | "failed" | "unknown";
  id?: string;
  name?: string;
  status?: string;
  /** The values of the created request that differ from those that were asked for. */
  differences?: readonly Difference[];
  /** Time at which an earlier run sent it. */
  sent?: string;
  error?: { code: string; message: string };
}

type Failure = { index: number; id: string; error: AppError };

export async function* sendEach(
  context: AppContext,
  request: EachRequest,
  { maxCost, isStrict = false }: MadeOptions & { maxCost?: Money | undefined },
): AsyncGenerator<EachRow> {
  const { settings, events, interruption, service } = context;
  if (service.isDryRun) throw await planDryRun(context, await planEach(context, request));
  const locks = await lockBatch(context, request);
  let line: Awaited<ReturnType<typeof events.waiting>>;
  const failures: Failure[] = [];
  let done = 0;
  try {
    const plans = await planEach(context, request);
    const all = countText(plans.length, "request");
    const batch: Batch = {
      run: openRun(context, { maxCost, requireAlone: () => requireOurs(context, locks) }),
      noun: request.noun,
      failures,
      made: [],
      maxCost,
      compare: (asked, record) => compareMade(context, asked, record, { mayRead: isStrict }),
      rows: [],
    };
    const steps: Step[] = [];
    for (const plan of plans) steps.push(await judgeOne(batch, plan, context.signal));
    const preApproved = steps.flatMap(({ judged }) =>
      judged?.offer.purchase.effect === "spend" ? judged : [],
    );
    if (preApproved.length > 0)
      await agree(batch.run, makePreApprovalTerms(`Each of ${preApproved.length} of ${all}`), preApproved);
    line = await events.waiting();
    const rows = workInOrder(
      steps,
      settings.concurrency.value,
      (step) => (batch.rows[step.row.index] = finishOne(batch, step)),
      () => !interruption.pressSignal.aborted,
    );
    for await (const row of rows) {
      done += 1;
      line?.update(`${done} of ${all}, ${failures.length} failed`);
      yield row;
    }
    // Responses come in any order.
    failures.sort((a, b) => a.index - b.index);
    noteCreatedEndless(context, request.noun, plans, await Promise.all(batch.rows));
    const isAsAsked = reportAllMade(context, batch.made, isStrict);
    if (failures.length === 0 && isAsAsked)
      events.hint(preApproved.length > 0 ? advice`Follow them: ${swath`status`}` : SEE_APPROVALS);
    if (failures.length > 0)
      events.failed(
        toBatchError(failures, plans.length, "requests", { mayHaveSpent: preApproved.length > 0 }),
      );
  } finally {
    line?.stop();
    for (const lock of locks) await lock.releaseOrLeave();
  }
  context.signal.throwIfAborted();
}

/** Notes how to end the series of this run that have no end. */
function noteCreatedEndless(
  context: AppContext,
  noun: RequestNoun,
  plans: readonly Plan[],
  rows: readonly (EachRow | undefined)[],
): void {
  if (noun !== "repeat") return;
  const ids = plans.flatMap(({ member: { index, call } }) => {
    const row = rows.find((one) => one?.index === index);
    return row?.outcome === "created" && row.id !== undefined && !hasEnd(call.call.body) ? row.id : [];
  });
  noteEndless(context, [], ids);
}

const hashOf = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

/** Returns the requests that a run would send, after a note of their number. */
async function planDryRun({ service, events }: AppContext, plans: readonly Plan[]): Promise<DryRun> {
  const client = await service.connect();
  const counts = new Map([
    ["already", 0],
    ["to send", 0],
  ]);
  for (const plan of plans) {
    const words =
      plan.do === "refuse" ? `refused (${plan.error.code})` : plan.do === "send" ? "to send" : "already";
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  events.note([...counts].map(([words, count]) => `${groupedText(count)} ${words}`).join(", "));
  return new DryRun(
    plans.flatMap(({ do: does, member: { call } }) =>
      does === "send" ? client.describe(call.endpoint, call.call as never) : [],
    ),
  );
}

/** A wait for another process is short, or as long as its requests take. */
const LOCK_POLL_MS = 1000;

/**
 * Locks the file, and then all requests to the service, for this process: another file may ask for the same. Errors:
 * JOURNAL_UNWRITABLE, and INTENT_OPEN while another process sends the same file.
 */
async function lockBatch(context: AppContext, { noun, fileSha256 }: EachRequest): Promise<FileLock[]> {
  const { service, profileName, directories, clock, machine, events, signal } = context;
  await (await service.journal()).requireWritable();
  const folder = join(directories.state, "batches");
  await onDisk(folder, () => makeFolder(folder, 0o700));
  const { origin } = await service.connect();
  const pathOf = (...parts: string[]): string => join(folder, `${hashOf(parts)}.lock`);
  const world = { clock, self: machine };
  const lockOwn = () => lockFile(pathOf(origin, profileName, fileSha256, noun), world);
  let lock = await lockOwn();
  for (; "heldBy" in lock && lock.isDoubtful === true; lock = await lockOwn())
    await clock.sleep(LOCK_POLL_MS, signal);
  if ("heldBy" in lock)
    throw new AppError(
      "local",
      "INTENT_OPEN",
      `process ${lock.heldBy} is sending the same file: nothing was sent now`,
      { next: advice`See its requests: ${swath`journal list`}` },
    );
  try {
    for (let noted: number | undefined; ;) {
      const all = await lockFile(pathOf(origin), world);
      if (!("heldBy" in all)) return [all, lock];
      if (noted !== all.heldBy) events.note(`Waiting for process ${all.heldBy}, which sends another file`);
      noted = all.heldBy;
      await clock.sleep(LOCK_POLL_MS, signal);
    }
  } catch (error) {
    await lock.releaseOrLeave();
    throw error;
  }
}

/** Throws INTENT_OPEN if another process has one of the locks, or a file of them was removed: this process was suspended, and missed its renewals. */
async function requireOurs({ clock }: AppContext, locks: readonly FileLock[]): Promise<void> {
  try {
    for (const lock of locks) await lock.confirmNow(clock);
  } catch (error) {
    if (!(error instanceof LockLost)) throw error;
    throw new AppError(
      "local",
      "INTENT_OPEN",
      `${error.message} while this run was sending: this request was not sent`,
      { next: advice`See the requests of both runs: ${swath`journal list`}`, cause: error },
    );
  }
}

interface Batch {
  noun: EachRequest["noun"];
  run: Run;
  failures: Failure[];
  /** The limit of each request's approval. */
  maxCost: Money | undefined;
  /** The created requests, in the order of their responses. */
  made: Made[];
  compare: (asked: AskedRequest, record: RequestRecord) => Promise<Made>;
  /** The rows of features that were begun. */
  rows: Promise<EachRow>[];
}

type Row = Omit<EachRow, "outcome">;

/** A feature whose row is known, follows from that of an equal feature, or needs a request. */
type Step =
  | { row: EachRow; as?: undefined; judged?: undefined }
  | { row: Row; as: number; judged?: undefined }
  | ToSend;
interface ToSend {
  row: Row;
  as?: undefined;
  judged: JudgedOffer<RequestRecord>;
  /** The key by which the journal finds it. */
  batch: string;
  body: unknown;
}

/** Judges a planned request by the journal. */
async function judgeOne(batch: Batch, plan: Plan, signal: AbortSignal): Promise<Step> {
  signal.throwIfAborted();
  const { index, name, wanted, offer, call } = plan.member;
  const row = { index, ...(name !== undefined && { name }) };
  switch (plan.do) {
    case "keep": {
      const { id, sentMs } = plan;
      return { row: { ...row, outcome: "already", id, sent: formatTimestamp(sentMs) } };
    }
    case "share":
      return { row, as: plan.as };
    case "refuse":
      return { row: toFailedRow(batch, row, plan.error) };
    case "send":
      try {
        return {
          row,
          batch: wanted.key,
          body: call.call.body,
          judged: await requireJudged(batch.run, offer),
        };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { row: { ...toFailedRow(batch, row, error), outcome: "failed" } };
      }
  }
}

async function finishOne(batch: Batch, step: Step): Promise<EachRow> {
  if (step.judged !== undefined) return sendOne(batch, step);
  return step.as === undefined ? step.row : copyRow(batch, step.row, step.as);
}

/** Returns the row of a feature that asks for the same as an earlier one, whose row is known or on its way. */
async function copyRow({ rows, failures }: Batch, row: Row, as: number): Promise<EachRow> {
  const { outcome, id, sent, error } = (await rows[as]) as EachRow;
  const failure = failures.find(({ index }) => index === as);
  if (failure !== undefined) failures.push({ ...failure, index: row.index, id: nameFeature(row.index) });
  return {
    ...row,
    outcome: outcome === "created" ? "already" : outcome,
    ...(id !== undefined && { id }),
    ...(sent !== undefined && { sent }),
    ...(error !== undefined && { error }),
  };
}

const nameFeature = (index: number): string => `feature ${index + 1}`;

/** Now, or by an earlier run. After any other error the request was not sent, or was refused. */
const MAY_BE_SENT: ReadonlySet<ErrorCode> = new Set(["OUTCOME_UNKNOWN", "INTENT_OPEN"]);

function toFailedRow({ failures }: Batch, row: Row, error: AppError): EachRow {
  failures.push({ index: row.index, id: nameFeature(row.index), error });
  const { code, message } = error;
  return { ...row, outcome: MAY_BE_SENT.has(code) ? "unknown" : "failed", error: { code, message } };
}

async function sendOne(batch: Batch, { row, batch: member, body, judged }: ToSend): Promise<EachRow> {
  const { noun, run, maxCost } = batch;
  try {
    const facts = { batch: member, ...(maxCost && limitFacts(maxCost)) };
    const made = await batch.compare({ noun, body }, await send(run, judged, { facts }));
    batch.made.push(made);
    const { id, status, differences } = made.record;
    return {
      ...row,
      outcome: "created",
      ...(id !== undefined && { id }),
      ...(status !== undefined && { status }),
      ...(differences !== undefined && { differences }),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toFailedRow(batch, row, error);
  }
}
