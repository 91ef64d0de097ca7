import { formatTimestamp } from "../../time/timestamp.ts";
import { platformName } from "../fleet/satellites.ts";
import type { SandboxParts } from "../sandbox-parts.ts";
import { framingOf, type PlannedCollect } from "../scheduling/request.ts";
import type { Assignment, Rejection } from "../scheduling/schedule.ts";
import { mintId } from "../store/meta.ts";
import type { TaskingRequest } from "./tasking-request.ts";
import { writeStatus } from "./write-status.ts";

/** Writes the plan of a task that has its passes: it is accepted, and completed when they are processed. */
export function applyPlan(
  sandbox: SandboxParts,
  { requestId, collects: planned }: Assignment,
  isMoved: boolean,
  atMs: number,
): void {
  const { requests, collects, events } = sandbox.tasking;
  const task = requests.need("task", requestId);
  const [first] = planned;
  if (first === undefined) throw new Error(`the plan of ${requestId} has no collect`);
  const plans = (task.inner.plans ?? 0) + 1;
  task.inner.plans = plans;
  const seed = sandbox.store.meta.need("seed");
  for (const [index, plan] of planned.entries()) {
    collects.add(requestId, mintId(seed, "collect", requestId, plans, index), plan);
  }
  const { properties } = task.record;
  properties["expectedCollectionTime"] = formatTimestamp(Math.min(...planned.map(({ startMs }) => startMs)));
  const moved = isMoved ? "moved to make room for a higher tier: " : "";
  writeStatus(properties, "accepted", moved + describe(planned, first, sandbox.tasking.vendorPrefix), atMs);
  requests.update(task);
  const endMs = Math.max(...planned.map((plan) => plan.endMs));
  const delayMs = sandbox.settings.read().processingDelay * 1000;
  events.add({ atMs: endMs + delayMs, kind: "complete", requestId });
  if (task.repeatId !== undefined) keepFraming(sandbox, task.repeatId, first);
}

function describe(planned: readonly PlannedCollect[], first: PlannedCollect, vendorPrefix: string): string {
  const satellite = platformName(vendorPrefix, first.satellite);
  const strips = planned.length === 1 ? "" : ` and ${planned.length - 1} more`;
  const look = `look angle ${first.lookAngleDegrees.toFixed(1)} degrees to the ${first.side}`;
  return `${satellite} passes at ${formatTimestamp(first.timeMs)}, ${look}${strips}`;
}

/** The first collect of a series that keeps its framing is what the others are held to. */
function keepFraming({ tasking }: SandboxParts, repeatId: string, first: PlannedCollect): void {
  const series = tasking.requests.need("repeat", repeatId);
  const repetition = series.record.properties["repetitionProperties"] as Record<string, unknown>;
  const state = series.inner.series;
  if (repetition["maintainSceneFraming"] !== true || state === undefined || state.framing !== undefined)
    return;
  const tolerance = (name: string): number | undefined =>
    typeof repetition[name] === "number" ? repetition[name] : undefined;
  state.framing = framingOf(first, {
    lookAngleTolerance: tolerance("lookAngleTolerance"),
    azimuthAngleTolerance: tolerance("azimuthAngleTolerance"),
  });
  tasking.requests.update(series);
}

/** Writes that a task has no pass: for good, or until the scheduler looks again at `retryAtMs`. */
export function applySetback(
  { tasking: { requests, events } }: SandboxParts,
  { requestId, reason }: Rejection,
  retryAtMs: number | undefined,
  atMs: number,
): void {
  const task: TaskingRequest = requests.need("task", requestId);
  const { properties } = task.record;
  const code = retryAtMs === undefined ? "rejected" : "submitted";
  delete properties["expectedCollectionTime"];
  if (properties.lastStatusCode !== code || properties.lastStatusMessage !== reason) {
    writeStatus(properties, code, reason, atMs);
  }
  requests.update(task);
  if (retryAtMs !== undefined) events.add({ atMs: retryAtMs, kind: "schedule", requestId });
  else if (task.repeatId !== undefined) events.add({ atMs, kind: "spawn", requestId: task.repeatId });
}
