import { readTimestampMs } from "../../contract/body-values.ts";
import { countText } from "../../counted.ts";
import { DAY_MS } from "../../time/civil.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { mintId } from "../store/open-store.ts";
import {
  type SeriesState,
  type TaskingRequest,
  writeStatus,
  type RequestProperties,
  makeStatusFields,
  makeWindowFields,
} from "./tasking-request.ts";
import type { TaskingContext } from "./tasking.ts";

// Spec silent: how many tasks of a series exist in advance. The sandbox keeps two.
const MAX_AHEAD = 2;

/** The schedule of a series, read from its record. */
interface Repetition {
  startMs: number;
  intervalMs: number;
  /** Length of a derived task's window. */
  windowMs: number;
  endMs: number | undefined;
  count: number | undefined;
}

export function readRepetition({ record: { properties } }: TaskingRequest): Repetition {
  const { repeatStart, repeatEnd, repetitionInterval, repetitionCount } = properties[
    "repetitionProperties"
  ] as Record<string, unknown>;
  return {
    startMs: readTimestampMs(repeatStart) ?? 0,
    intervalMs: (repetitionInterval as number) * DAY_MS,
    windowMs: (properties["windowDuration"] as number) * 1000,
    endMs: readTimestampMs(repeatEnd),
    count: typeof repetitionCount === "number" ? repetitionCount : undefined,
  };
}

const isRunning = ({ record }: TaskingRequest): boolean =>
  ["submitted", "accepted"].includes(record.properties.lastStatusCode);

const readState = ({ id, inner }: TaskingRequest): SeriesState => {
  if (inner.series === undefined) throw new Error(`${id} is not a series`);
  return inner.series;
};

/** Accepts an approved series, which starts it. */
export function acceptSeries({ tasking }: TaskingContext, series: TaskingRequest, atMs: number): void {
  if (series.record.properties.lastStatusCode !== "submitted") return;
  const { intervalMs } = readRepetition(series);
  writeStatus(series.record.properties, "accepted", `opens a task every ${intervalMs / DAY_MS} days`, atMs);
  tasking.requests.update(series);
}

/** Creates the due tasks of a series, and ends a series whose count is reached. */
export function spawnTasks(sandbox: TaskingContext, series: TaskingRequest, atMs: number): void {
  if (!isRunning(series)) return;
  const { requests, events } = sandbox.tasking;
  const state = readState(series);
  const repetition = readRepetition(series);
  const { startMs, intervalMs, endMs, count } = repetition;
  if (count !== undefined && state.completed >= count) return finish(sandbox, series, "ended", atMs);
  if (endMs !== undefined && startMs <= endMs)
    events.add({ atMs: endMs, kind: "end-series", requestId: series.id });
  const openOf = (number: number): number => startMs + number * intervalMs;
  // Windows that were over before the series was approved are skipped.
  const missed = Math.floor((atMs - startMs - repetition.windowMs) / intervalMs) + 1;
  if (state.next === 0) state.next = Math.max(0, missed);
  const firstAhead = Math.max(0, Math.floor((atMs - startMs) / intervalMs) + 1);
  let alive = requests.countAlive(series.id);
  const mayOpen = (): boolean =>
    (endMs === undefined || openOf(state.next) < endMs) &&
    (count === undefined || state.completed + alive < count) &&
    state.next < firstAhead + MAX_AHEAD;
  while (mayOpen()) {
    const openMs = openOf(state.next);
    const closeMs = Math.min(openMs + repetition.windowMs, endMs ?? Infinity);
    state.next += 1;
    if (closeMs <= atMs) continue;
    const task = deriveTask(sandbox, series, state.next, { openMs, closeMs, atMs });
    requests.insert(task);
    const delayMs = sandbox.settings.read().schedulerDelay * 1000;
    events.add({ atMs: atMs + delayMs, kind: "schedule", requestId: task.id });
    alive += 1;
  }
  requests.update(series);
  // When the next window opens, one more task may be created in advance.
  if (state.next > firstAhead) events.add({ atMs: openOf(firstAhead), kind: "spawn", requestId: series.id });
}

/** Ends a series at its end date. */
export function endSeries(sandbox: TaskingContext, series: TaskingRequest, atMs: number): void {
  const { endMs = atMs } = readRepetition(series);
  if (isRunning(series)) finish(sandbox, series, `ended at its end date ${formatTimestamp(endMs)},`, atMs);
}

// Spec silent: the last status of a series. The sandbox uses `completed` for every end trigger.
function finish({ tasking }: TaskingContext, series: TaskingRequest, ended: string, atMs: number): void {
  const { completed } = readState(series);
  tasking.events.remove(series.id);
  const message = `${ended} after ${countText(completed, "completed acquisition")}`;
  writeStatus(series.record.properties, "completed", message, atMs);
  tasking.requests.update(series);
}

interface Moments {
  openMs: number;
  closeMs: number;
  /** Time of creation. */
  atMs: number;
}

// Spec silent: name and first status of a derived task. The sandbox names it `<series> #k` and submits it
// immediately.
/** Builds task `number` (from 1) of a series: it has its own window and inherits all other fields. */
function deriveTask(
  { store }: TaskingContext,
  series: TaskingRequest,
  number: number,
  { openMs, closeMs, atMs }: Moments,
): TaskingRequest {
  // Not an id from the store's counter, which depends on when clients send requests.
  const id = mintId(store.meta.need("seed"), "task", series.id, number);
  const { properties: parent, geometry, contractId } = series.record;
  const { userId, organizationId } = series;
  const { repeatrequestName, repeatrequestDescription, customAttribute1, customAttribute2 } = parent;
  const properties: RequestProperties = {
    taskingrequestId: id,
    taskingrequestName: `${String(repeatrequestName)} #${number}`.trim(),
    taskingrequestDescription: repeatrequestDescription,
    repeatrequestId: series.id,
    repeatrequestName,
    repeatrequestDescription,
    customAttribute1,
    customAttribute2,
    userId,
    organizationId,
    contractId,
    resellerId: null,
    ...makeWindowFields(openMs, closeMs),
    submissionTime: formatTimestamp(atMs),
    collectionTier: parent.collectionTier,
    collectionType: parent.collectionType,
    collectConstraints: parent.collectConstraints,
    archiveHoldback: parent.archiveHoldback,
    processingConfig: parent.processingConfig,
    preApproval: parent.preApproval,
    transactionStatus: "in-progress",
    ...makeStatusFields([], "submitted", `number ${number} of the series: sent to the scheduler`, atMs),
  };
  return {
    kind: "task",
    id,
    userId,
    organizationId,
    repeatId: series.id,
    submittedMs: atMs,
    record: { type: "Feature", geometry, contractId, properties },
    inner: {},
  };
}
