import { othersText } from "../../counted.ts";
import { readTimestampMs } from "../../contract/body-values.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { formatPlatform } from "../fleet.ts";
import { readFraming, type PlannedCollect, type SchedulingRequest } from "../scheduling/request.ts";
import { type Schedule, schedule, type Assignment, type Rejection } from "../scheduling/schedule.ts";
import type { Busy } from "../scheduling/plan.ts";
import { mintId } from "../store/open-store.ts";
import { readImagingType } from "./collection-types.ts";
import { rewordStatus, type TaskingRequest, writeStatus } from "./tasking-request.ts";
import type { TaskingContext } from "./tasking.ts";

/** Plans all requests that are due at a moment together. Writes nothing, because a large area takes seconds. */
export function planDue(sandbox: TaskingContext, atMs: number): Schedule {
  const { requests, events } = sandbox.tasking;
  const due = events.requestsAt(atMs, "schedule").map((id) => requests.need(id));
  const asked = dropFollowers(sandbox, due).map((task) => toSchedulingRequest(sandbox, task));
  const mayDisplace = asked.some(({ tier }) => tier !== "flexible");
  return schedule(asked, listBusy(sandbox, atMs, mayDisplace), atMs);
}

/** Writes the result for each request of a run, including displaced ones. */
export function applyRun(sandbox: TaskingContext, run: Schedule, atMs: number): void {
  const displaced = new Set(run.displaced);
  for (const requestId of displaced) {
    sandbox.tasking.collects.remove(requestId);
    sandbox.tasking.events.remove(requestId, "complete");
  }
  for (const assignment of run.assignments) {
    applyPlan(sandbox, assignment, displaced.has(assignment.requestId), atMs);
  }
  for (const rejection of run.rejections) applyNoPass(sandbox, rejection, undefined, atMs);
  for (const deferral of run.deferrals) {
    // A retry in the past would repeat for ever.
    applyNoPass(sandbox, deferral, Math.max(deferral.retryAtMs, atMs + 60_000), atMs);
  }
}

/**
 * Returns the tasks that can be planned. A series keeps the framing of its first collect. Until that collect, only the earliest task is
 * planned.
 */
function dropFollowers({ tasking }: TaskingContext, due: readonly TaskingRequest[]): TaskingRequest[] {
  const leading = new Map<string, TaskingRequest>();
  const opening = ({ record }: TaskingRequest): string => String(record.properties["windowOpen"]);
  const others: TaskingRequest[] = [];
  for (const task of due) {
    const series = task.repeatId === undefined ? undefined : tasking.requests.need(task.repeatId);
    const isFramed =
      series !== undefined && keepsFraming(series) && series.inner.series?.framing === undefined;
    if (!isFramed) others.push(task);
    else {
      const leader = leading.get(series.id);
      if (leader === undefined || opening(task) < opening(leader)) leading.set(series.id, task);
    }
  }
  return [...others, ...leading.values()];
}

const keepsFraming = ({ record }: TaskingRequest): boolean =>
  (record.properties["repetitionProperties"] as { maintainSceneFraming?: boolean }).maintainSceneFraming ===
  true;

/** Returns the plans at a moment; flexible plans that have not begun may be moved. */
function listBusy(sandbox: TaskingContext, atMs: number, mayDisplace: boolean): Busy[] {
  const { requests, collects } = sandbox.tasking;
  const occupied = collects.occupiedFrom(atMs);
  const flexible = new Set(
    mayDisplace ? occupied.filter(({ tier }) => tier === "flexible").map(({ requestId }) => requestId) : [],
  );
  for (const { requestId, startMs } of occupied) if (startMs <= atMs) flexible.delete(requestId);
  const movable = new Map([...flexible].map((id) => [id, toSchedulingRequest(sandbox, requests.need(id))]));
  return occupied.map(({ tier: _tier, ...busy }) => ({ ...busy, movable: movable.get(busy.requestId) }));
}

/** Writes the plan of a scheduled task: it is accepted now, and completed when its collects are processed. */
function applyPlan(
  sandbox: TaskingContext,
  { requestId, collects: planned }: Assignment,
  isMoved: boolean,
  atMs: number,
): void {
  const { requests, collects, events } = sandbox.tasking;
  events.remove(requestId, "schedule");
  const task = requests.need(requestId);
  const [first] = planned;
  if (first === undefined) throw new Error(`the plan of ${requestId} has no collect`);
  const plans = (task.inner.plans ?? 0) + 1;
  task.inner.plans = plans;
  task.inner.plannedSinceMs ??= atMs;
  const seed = sandbox.store.meta.need("seed");
  for (const [index, plan] of planned.entries()) {
    collects.add(requestId, mintId(seed, "collect", requestId, plans, index), plan);
  }
  const { properties } = task.record;
  properties["expectedCollectionTime"] = formatTimestamp(Math.min(...planned.map(({ startMs }) => startMs)));
  const moved = isMoved ? "moved to make room for a higher tier: " : "";
  writeStatus(properties, "accepted", moved + describe(planned, first), atMs);
  requests.update(task);
  const endMs = Math.max(...planned.map((plan) => plan.endMs));
  const delayMs = sandbox.settings.read().processingDelay * 1000;
  events.add({ atMs: endMs + delayMs, kind: "complete", requestId });
  if (task.repeatId !== undefined) keepFraming(sandbox, task.repeatId, first);
}

function describe(planned: readonly PlannedCollect[], first: PlannedCollect): string {
  const satellite = formatPlatform(first.satellite);
  const look = `look angle ${first.lookAngleDegrees.toFixed(1)} degrees to the ${first.side}`;
  return `${satellite} passes at ${formatTimestamp(first.timeMs)}, ${look}${othersText(planned.length)}`;
}

/** Stores the framing of a series' first collect, which later collects must match. */
function keepFraming({ tasking }: TaskingContext, repeatId: string, first: PlannedCollect): void {
  const series = tasking.requests.need(repeatId);
  const repetition = series.record.properties["repetitionProperties"] as Record<string, unknown>;
  const state = series.inner.series;
  if (!keepsFraming(series) || state === undefined || state.framing !== undefined) return;
  const tolerance = (name: string): number | undefined =>
    typeof repetition[name] === "number" ? repetition[name] : undefined;
  state.framing = readFraming(first, {
    lookAngleTolerance: tolerance("lookAngleTolerance"),
    azimuthAngleTolerance: tolerance("azimuthAngleTolerance"),
  });
  tasking.requests.update(series);
}

/** Records that a task has no pass: finally, or until the scheduler runs again at `retryAtMs`. */
function applyNoPass(
  { tasking: { requests, events } }: TaskingContext,
  { requestId, reason }: Rejection,
  retryAtMs: number | undefined,
  atMs: number,
): void {
  events.remove(requestId, "schedule");
  const task = requests.need(requestId);
  const { properties } = task.record;
  task.inner.plannedSinceMs ??= atMs;
  delete properties["expectedCollectionTime"];
  if (retryAtMs === undefined) writeStatus(properties, "rejected", reason, atMs);
  else {
    const message = `no pass yet, planned again at ${formatTimestamp(retryAtMs)}: ${reason}`;
    // Planning again is not a new status: otherwise the history would grow by an entry per day.
    if (properties.lastStatusCode === "submitted") rewordStatus(properties, message);
    else writeStatus(properties, "submitted", message, atMs);
  }
  requests.update(task);
  if (retryAtMs !== undefined) events.add({ atMs: retryAtMs, kind: "schedule", requestId });
  else if (task.repeatId !== undefined) events.add({ atMs, kind: "spawn", requestId: task.repeatId });
}

/** Returns a task as input for the scheduler; a derived task includes the framing of its series. */
function toSchedulingRequest({ tasking }: TaskingContext, task: TaskingRequest): SchedulingRequest {
  const { properties, geometry } = task.record;
  const series = task.repeatId === undefined ? undefined : tasking.requests.need(task.repeatId);
  return {
    id: task.id,
    tier: properties.collectionTier as SchedulingRequest["tier"],
    submittedMs: task.submittedMs,
    geometry,
    windowOpenMs: readTimestampMs(properties["windowOpen"]) ?? 0,
    windowCloseMs: readTimestampMs(properties["windowClose"]) ?? 0,
    type: readImagingType(properties.collectionType),
    constraints: properties.collectConstraints,
    plannedSinceMs: task.inner.plannedSinceMs,
    framing: series?.inner.series?.framing,
  };
}
