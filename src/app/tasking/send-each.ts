/** Sends a batch: boundedly parallel, results as they come, and each outcome on disk before the next run asks. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { batchError } from "../batch.ts";
import { maxCostOf } from "../../cli/flags/max-cost-flag.ts";
import type { Context } from "../../cli/context.ts";
import { agreeToPreApproval } from "../spending/spend-policy.ts";
import { openStatusLine } from "../../cli/output/status-line.ts";
import { readField, type TaskRecord } from "../../contract/read-record.ts";
import { AppError } from "../../errors.ts";
import { openBatchLog, type BatchEvent, type BatchLog } from "../../ledger/batch-log.ts";
import { classifyOutcome } from "../../ledger/classify-outcome.ts";
import type { TaskBody } from "../../commands/task/create-request.ts";
import { earlierAttempts, memberOf, type Earlier } from "./settle-earlier.ts";
import type { EachRequest } from "./each-requests.ts";
import { countText } from "../../render/quantity-text.ts";

export interface EachRow {
  /** Place of the feature in its file, from 0. */
  index: number;
  /** `already`: an earlier run created it. */
  outcome: "created" | "already" | "failed" | "unknown";
  id?: string;
  name?: string;
  status?: string;
  error?: { code: string; message: string };
}

type Failure = { id: string; error: AppError };

export async function* sendEach(context: Context, request: EachRequest): AsyncGenerator<EachRow> {
  const { world, settings, directories, options, notes } = context;
  const { bodies } = request;
  const preApproved = bodies.filter((body) => readField(body, "preApproval") === true).length;
  if (preApproved > 0)
    await agreeToPreApproval(
      context,
      `${preApproved} of ${countText(bodies.length, "request")}: each`,
      maxCostOf(context),
    );
  if (options.dryRun === true) {
    notes.note(`the first of ${countText(bodies.length, "request")}`);
    await context.service.client.createTask({ body: bodies[0] as TaskBody });
    return;
  }
  const { origin } = await context.service.connect();
  const key = createHash("sha256")
    .update(JSON.stringify([origin, context.profileName, request.fileSha256]))
    .digest("hex")
    .slice(0, 32);
  const log = await openBatchLog({
    dir: join(directories.state, "batches"),
    key,
    pid: world.pid,
    isAlive: (pid) => world.isAlive(pid),
  });
  const line = await openStatusLine(world, options);
  const failures: Failure[] = [];
  let done = 0;
  let earlierDone = 0;
  try {
    const batch: Batch = { context, key, log, failures, earlier: earlierAttempts(context, key) };
    const work = bodies.map((body, index) => () => sendOne(batch, body, index));
    for await (const row of asCompleted(
      work,
      settings.concurrency.value,
      () => world.interrupts.received === undefined,
    )) {
      done += 1;
      if (row.outcome === "already") earlierDone += 1;
      line?.update(`${done} of ${countText(bodies.length, "request")}, ${failures.length} failed`);
      yield row;
    }
    if (earlierDone === bodies.length) {
      const what = `an earlier run of this file made ${countText(bodies.length, "request")} of it, whatever its flags were`;
      notes.note(`Nothing was sent: ${what} (--resend makes them anew)`);
    }
    if (failures.length > 0)
      context.failAfter(batchError(failures, bodies.length, "requests", { mayHaveSpent: preApproved > 0 }));
  } finally {
    line?.stop();
    await log.close();
  }
  world.interrupts.signal.throwIfAborted();
}

interface Batch {
  context: Context;
  key: string;
  log: BatchLog;
  failures: Failure[];
  /** What became of a member whose answer never came. */
  earlier: (index: number) => Promise<Earlier>;
}

async function sendOne(
  { context, key, log, failures, earlier }: Batch,
  body: TaskBody,
  index: number,
): Promise<EachRow> {
  const name = readField(body, "taskingrequestName");
  const base = { index, ...(typeof name === "string" && { name }) };
  const failed = (outcome: "failed" | "unknown", error: AppError): EachRow => {
    failures.push({ id: `feature ${index}`, error });
    return { ...base, outcome, error: { code: error.code, message: error.message } };
  };
  const write = (event: Omit<BatchEvent, "index" | "at">): Promise<void> =>
    log.write({ index, at: context.world.clock.now(), ...event });
  const already = (id: string | undefined): EachRow => ({
    ...base,
    outcome: "already",
    ...(id !== undefined && { id }),
  });
  const known = log.known.get(index);
  if (known !== undefined && known.state !== "refused" && context.options.resend !== true) {
    if (known.state === "confirmed") return already(known.id);
    const found = await earlier(index);
    if (found.state === "open") return failed("unknown", unresolved(index, known, found.because));
    if (found.state === "made") {
      await write({ state: "confirmed", id: found.id });
      return already(found.id);
    }
  }
  // The answer says whether the request exists, so the first Ctrl-C waits for it.
  return context.world.interrupts.shield(async (): Promise<EachRow> => {
    await write({ state: "sending" });
    let record: TaskRecord;
    try {
      record = await context.service.client.createTask({ body, facts: { batch: memberOf(key, index) } });
    } catch (error) {
      const { state } = classifyOutcome(error);
      await write({ state });
      if (!(error instanceof AppError)) throw error;
      return failed(state === "unknown" ? "unknown" : "failed", error);
    }
    const { id, status } = record;
    await write({ state: "confirmed", ...(id !== undefined && { id }) });
    return {
      ...base,
      outcome: "created",
      ...(id !== undefined && { id }),
      ...(status !== undefined && { status }),
    };
  });
}

const unresolved = (index: number, { at }: BatchEvent, because: string): AppError =>
  new AppError(
    "local",
    "INTENT_OPEN",
    `feature ${index} was sent at ${new Date(at).toISOString()} and its outcome is unknown (${because}): it was not sent now`,
    { hint: "Look for it with: swath search tasks; --resend sends it once more, with all the others" },
  );

/** Results in the order in which they come, at most `most` at once; starts nothing new once `mayStart` says no. */
async function* asCompleted<T>(
  work: readonly (() => Promise<T>)[],
  most: number,
  mayStart: () => boolean,
): AsyncGenerator<T> {
  const running = new Set<Promise<{ value: T; self: Promise<unknown> }>>();
  let next = 0;
  while (running.size > 0 || (next < work.length && mayStart())) {
    while (running.size < most && next < work.length && mayStart()) {
      const started = (work[next] as () => Promise<T>)();
      const entry: Promise<{ value: T; self: Promise<unknown> }> = started.then((value) => ({
        value,
        self: entry,
      }));
      running.add(entry);
      next += 1;
    }
    const { value, self } = await Promise.race(running);
    running.delete(self as Promise<{ value: T; self: Promise<unknown> }>);
    yield value;
  }
}
