/**
 * Sends a task or a series for each feature of a file, with limited concurrency. Results are yielded in the
 * order of the file. The journal's records name the feature, so that a second run sends only missing requests.
 */
import { timeForPeople } from "../../time/timestamp.ts";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { readField, type RequestRecord } from "../../contract/read-record.ts";
import { onDisk } from "../../disk/disk-error.ts";
import { lockFile, type FileLock } from "../../disk/file-lock.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import type { Money } from "../../domain/spending/money.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { holderOfEarlierVersion, notedMembers, type NotedMember } from "../../ledger/batch-files.ts";
import { damagedRecord, type DamagedRecord } from "../../ledger/damaged-records.ts";
import type { JournalEntry } from "../../ledger/history.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import type { Reconciled } from "../../ledger/settle-intent.ts";
import { countText } from "../../counted.ts";
import type { AppContext } from "../context.ts";
import { DryRun } from "../service/dry-run.ts";
import { batchError } from "../batch.ts";
import { openBuying, type Buying, type BuyingContext, type ClearedOffer } from "../buying/buy.ts";
import { preApprovalTerms } from "../buying/terms.ts";
import { limitFacts, type RepeatBody, type TaskBody } from "./create-requests.ts";
import { REQUEST_KINDS, type RequestNoun } from "./request-kind.ts";
import { offerOf, type RequestCall } from "./send-request.ts";

type Sending = BuyingContext & Pick<AppContext, "directories" | "machine" | "signal">;

export interface EachRequest {
  /** sha256 of the file, in hex: identifies a second run of the same file. */
  fileSha256: string;
  /** One per feature, in the order of the file. */
  bodies: EachBodies;
  noun: RequestNoun;
}

/** All of one kind: that of `noun`. */
export type EachBodies = readonly (TaskBody | RepeatBody)[];

export interface EachRow {
  /** Index of the feature in its file, from 0. */
  index: number;
  /** `already`: an earlier run created it. */
  outcome: "created" | "already" | "failed" | "unknown";
  id?: string;
  name?: string;
  status?: string;
  error?: { code: string; message: string };
}

type Failure = { index: number; id: string; error: AppError };

export async function* sendEach(
  context: Sending,
  { noun, fileSha256, bodies: given }: EachRequest,
  maxCost: Money | undefined,
): AsyncGenerator<EachRow> {
  const { settings, events, interruption, consent, service } = context;
  const { nameKey, creation } = REQUEST_KINDS[noun];
  const members = given.map((body): Member => ({
    name: readField(body, nameKey),
    request: creation(body, context.dialect),
  }));
  if (service.isDryRun) {
    const client = await service.connect();
    throw new DryRun(
      members.map(({ request: { endpoint, call } }) => client.describe(endpoint, call as never)),
    );
  }
  const buying = openBuying(context, { maxCost });
  const all = countText(members.length, "request");
  const { origin } = await service.connect();
  const key = createHash("sha256")
    .update(JSON.stringify([origin, context.profileName, fileSha256, ...(noun === "task" ? [] : [noun])]))
    .digest("hex")
    .slice(0, 32);
  const lock = await lockBatch(context, key);
  let line: Awaited<ReturnType<typeof events.waiting>>;
  const failures: Failure[] = [];
  let done = 0;
  let earlierDone = 0;
  try {
    const earlier = consent.resend ? NOTHING : await earlierAttempts(context, key);
    const batch: Batch = { context, buying, noun, key, failures, maxCost, earlier };
    const plans: Plan[] = [];
    for (const [index, member] of members.entries()) plans.push(await planOne(batch, member, index));
    const preApproved = plans.filter(({ cleared }) => cleared?.offer.purchase.effect === "spend").length;
    if (preApproved > 0) await buying.requireTerms(preApprovalTerms(`Each of ${preApproved} of ${all}`));
    line = await events.waiting();
    const work = plans.map(
      (plan) => async () => (plan.cleared === undefined ? plan.row : sendOne(batch, plan)),
    );
    for await (const row of inOrder(
      work,
      settings.concurrency.value,
      () => !interruption.pressSignal.aborted,
    )) {
      done += 1;
      if (row.outcome === "already") earlierDone += 1;
      line?.update(`${done} of ${all}, ${failures.length} failed`);
      yield row;
    }
    if (earlierDone === members.length)
      events.note(`Nothing was sent: an earlier run of this file created its ${all}`, { do: "resend" });
    // Responses come in any order.
    failures.sort((a, b) => a.index - b.index);
    if (failures.length === 0) events.hint({ do: preApproved > 0 ? "seeStatus" : "seeApprovals" });
    else events.failed(batchError(failures, members.length, "requests", { mayHaveSpent: preApproved > 0 }));
  } finally {
    line?.stop();
    lock.release();
  }
  context.signal.throwIfAborted();
}

/** Locks the batch for this process. Errors: JOURNAL_UNWRITABLE, and INTENT_OPEN while another process sends the same file. */
async function lockBatch({ service, directories, clock, machine }: Sending, key: string): Promise<FileLock> {
  await (await service.journal()).requireWritable();
  const folder = join(directories.state, "batches");
  await onDisk(folder, () => makeFolder(folder, 0o700));
  const path = join(folder, `${key}.lock`);
  const held = (pid: number): AppError =>
    new AppError("local", "INTENT_OPEN", `process ${pid} is sending the same file: nothing was sent now`);
  const earlier = await holderOfEarlierVersion(path);
  if (earlier !== undefined && earlier !== machine.pid && machine.isAlive(earlier)) throw held(earlier);
  const lock = await lockFile(path, { clock, self: machine });
  if ("heldBy" in lock) throw held(lock.heldBy);
  return lock;
}

/** The request of one feature. */
interface Member {
  name: unknown;
  request: RequestCall;
}

interface Batch {
  context: Sending;
  buying: Buying;
  noun: RequestNoun;
  key: string;
  failures: Failure[];
  /** The limit of each request's approval. */
  maxCost: Money | undefined;
  /** Empty if all members are sent again. */
  earlier: EarlierAttempts;
}

/** A feature whose row is known, or whose request is sent. */
type Plan = { row: EachRow; cleared?: undefined } | ToSend;
interface ToSend {
  row: Omit<EachRow, "outcome">;
  cleared: ClearedOffer<RequestRecord>;
}

/** Finds out whether an earlier run sent the request, and judges it by the journal. */
async function planOne(batch: Batch, { name, request }: Member, index: number): Promise<Plan> {
  const { context, buying, noun, key, earlier } = batch;
  context.signal.throwIfAborted();
  const row = { index, ...(typeof name === "string" && { name }) };
  const last = earlier.latest.get(memberOf(key, index));
  const noted = earlier.noted.get(index);
  if (
    noted !== undefined &&
    (last === undefined || last.state === "refused" || noted.at >= sentMs(last.record))
  )
    return { row: { ...row, outcome: "already", ...(noted.id !== undefined && { id: noted.id }) } };
  // The journal is written before a request is sent: a request without a record was never sent, unless its record is damaged.
  const [damaged] = last === undefined ? earlier.damaged : [];
  if (damaged !== undefined) return { row: failedRow(batch, row, "unknown", damagedRecord(damaged)) };
  const found = last && (await settle(context, last));
  if (last !== undefined && found?.state === "open")
    return { row: failedRow(batch, row, "unknown", unresolved(noun, index, last.record, found.because)) };
  if (found?.state === "made") return { row: { ...row, outcome: "already", id: found.id } };
  try {
    return { row, cleared: await buying.clear(await offerOf<RequestRecord>(context, request)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { row: failedRow(batch, row, "failed", error) };
  }
}

function failedRow(
  { failures }: Batch,
  row: Omit<EachRow, "outcome">,
  outcome: "failed" | "unknown",
  error: AppError,
): EachRow {
  failures.push({ index: row.index, id: `feature ${row.index + 1}`, error });
  return { ...row, outcome, error: { code: error.code, message: error.message } };
}

/** Now, or by an earlier run. After any other error the request was not sent, or was refused. */
const MAY_BE_SENT: ReadonlySet<ErrorCode> = new Set(["OUTCOME_UNKNOWN", "INTENT_OPEN"]);

async function sendOne(batch: Batch, { row, cleared }: ToSend): Promise<EachRow> {
  const { buying, key, maxCost } = batch;
  try {
    const facts = { batch: memberOf(key, row.index), ...(maxCost && limitFacts(maxCost)) };
    const { id, status } = await buying.send(cleared, facts);
    return {
      ...row,
      outcome: "created",
      ...(id !== undefined && { id }),
      ...(status !== undefined && { status }),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failedRow(batch, row, MAY_BE_SENT.has(error.code) ? "unknown" : "failed", error);
  }
}

const unresolved = (noun: RequestNoun, index: number, record: IntentRecord, because: string): AppError =>
  new AppError(
    "local",
    "INTENT_OPEN",
    `feature ${index + 1} was sent at ${timeForPeople(sentMs(record))} and its outcome is unknown (${because}): it was not sent now`,
    { next: { do: "findRequests", noun } },
  );

/** Yields results in the order of the work, at most `most` at once; starts nothing new once `mayStart` returns false. */
async function* inOrder<T>(
  work: readonly (() => Promise<T>)[],
  most: number,
  mayStart: () => boolean,
): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  let next = 0;
  for (;;) {
    while (running.length < most && next < work.length && mayStart()) {
      const started = work[next++]!();
      // Its failure is thrown in its turn.
      started.catch(() => {});
      running.push(started);
    }
    const first = running.shift();
    if (first === undefined) return;
    yield await first;
  }
}

/** The outcome of an earlier run's request. Without a response, a search finds the result. */
type Earlier = { state: "made"; id: string } | { state: "missing" } | { state: "open"; because: string };

/** The service may still process a request for this long after it was sent. */
const STILL_AT_WORK_MS = 60_000;

const memberOf = (batch: string, index: number): string => `${batch}/${index}`;

const sentMs = ({ sendingAt, preparedAt }: IntentRecord): number => sendingAt ?? preparedAt;

/** Records of earlier runs, and the notes of an earlier version. */
interface EarlierAttempts {
  /** The latest attempt at each member of any batch. */
  latest: ReadonlyMap<string, JournalEntry>;
  /** Members that an earlier version noted as created. */
  noted: ReadonlyMap<number, NotedMember>;
  /** Unreadable records that may be those of members; none if no run has sent the file. */
  damaged: readonly DamagedRecord[];
}

const NOTHING: EarlierAttempts = { latest: new Map(), noted: new Map(), damaged: [] };

async function earlierAttempts({ service, directories }: Sending, key: string): Promise<EarlierAttempts> {
  const journal = await service.journal();
  const latest = latestAttempts((await journal.list()).entries);
  const noted = await notedMembers(join(directories.state, "batches", `${key}.jsonl`));
  const wasSent = noted.size > 0 || [...latest.keys()].some((member) => member.startsWith(`${key}/`));
  const { damaged } = await journal.read({ newest: 0 });
  return { latest, noted, damaged: wasSent ? damaged.filter(({ isOpen }) => isOpen) : [] };
}

/**
 * Returns the latest attempt at each member of any batch. An attempt that may have been accepted takes precedence over a refused
 * one, whatever their times: the clock of this machine may have been set back between them.
 */
function latestAttempts(entries: readonly JournalEntry[]): Map<string, JournalEntry> {
  const isRefused = ({ state }: JournalEntry): boolean => state === "refused" || state === "prepared";
  // The map keeps the last entry of a member: the newest that was not refused.
  const inOrder = [
    ...entries.filter(isRefused),
    ...entries.filter((entry) => !isRefused(entry)).toReversed(),
  ];
  return new Map(
    inOrder.flatMap((entry) =>
      (entry.record.details?.batch?.split(" ") ?? []).map((member) => [member, entry] as const),
    ),
  );
}

async function settle(context: Sending, entry: JournalEntry): Promise<Earlier> {
  const { record, state } = entry;
  if (state === "confirmed" && record.resultId !== undefined) return { state: "made", id: record.resultId };
  if (state === "refused" || state === "prepared") return { state: "missing" };
  if (state === "sending") return { state: "open", because: `process ${record.pid} is sending it` };
  const { service, clock } = context;
  const journal = await service.journal();
  const sinceMs = clock.now() - (record.closedAt ?? record.sendingAt ?? record.preparedAt);
  const when = sinceMs < STILL_AT_WORK_MS ? "soon" : "later";
  const finding = await journal.settle(entry, service.reconcile, when);
  if (finding?.outcome === "found") return { state: "made", id: finding.id };
  if (finding?.outcome === "absent" && (finding.isFree || record.effect === "write")) {
    // Spec silent: whether a search shows a new request at once. We treat a missing request as not created if a second
    // one is free until approved; one that may cost money is not sent again without consent.
    if (!finding.isFree)
      await journal.resolve(record.id, { notCreated: true, by: "search", reason: finding.because });
    return { state: "missing" };
  }
  return { state: "open", because: whyOpen(finding) };
}

const whyOpen = (finding: Reconciled | undefined): string =>
  finding === undefined || finding.outcome === "found" ? "nothing can be looked up" : finding.because;
