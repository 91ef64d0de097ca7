import { createEphemeris } from "../../orbit/propagation.ts";
import type { SandboxParts } from "../sandbox-parts.ts";
import { type Schedule, schedule } from "../scheduling/schedule.ts";
import type { Commitment } from "../scheduling/timeline.ts";
import { applyPlan, applySetback } from "./apply-schedule.ts";
import { schedulingRequest } from "./scheduling-request.ts";
import type { TaskingRequest } from "./tasking-request.ts";

/** What the scheduler says about the requests whose turn it is at one moment. */
export interface Turn {
  requestIds: string[];
  schedule: Schedule;
}

/** Tracks of the satellites, the same for every store: made-up elements, no state. */
const ephemeris = createEphemeris();

/** Plans the requests whose turn it is at a moment, all together. Writes nothing: a large area takes seconds. */
export function planTurn(sandbox: SandboxParts, atMs: number): Turn {
  const { requests, events } = sandbox.tasking;
  const due = events.requestsAt(atMs, "schedule").map((id) => requests.need("task", id));
  const turn = withoutFollowers(sandbox, due);
  const asked = turn.map((task) => schedulingRequest(sandbox, task));
  const mayDisplace = asked.some(({ tier }) => tier !== "flexible");
  return {
    requestIds: turn.map(({ id }) => id),
    schedule: schedule(asked, commitments(sandbox, atMs, mayDisplace), atMs, { ephemeris }),
  };
}

/** Writes what became of each request of a turn, and of those that gave way. */
export function applyTurn(sandbox: SandboxParts, turn: Turn, atMs: number): void {
  for (const id of turn.requestIds) sandbox.tasking.events.remove(id, "schedule");
  apply(sandbox, turn.schedule, atMs);
}

/** The framing of a series is that of its first collect: until there is one, its tasks take their turns one by one. */
function withoutFollowers({ tasking }: SandboxParts, due: readonly TaskingRequest[]): TaskingRequest[] {
  const leading = new Map<string, TaskingRequest>();
  const opening = ({ record }: TaskingRequest): string => String(record.properties["windowOpen"]);
  const others: TaskingRequest[] = [];
  for (const task of due) {
    const series = task.repeatId === undefined ? undefined : tasking.requests.need("repeat", task.repeatId);
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

/** Plans that stand at a moment; flexible ones that have not begun may be moved. */
function commitments(sandbox: SandboxParts, atMs: number, mayDisplace: boolean): Commitment[] {
  const { requests, collects } = sandbox.tasking;
  const byTask = new Map<
    string,
    { tier: string; collects: { satellite: number; startMs: number; endMs: number }[] }
  >();
  for (const { taskId, tier, ...look } of collects.occupiedFrom(atMs)) {
    const known = byTask.get(taskId);
    if (known === undefined) byTask.set(taskId, { tier, collects: [look] });
    else known.collects.push(look);
  }
  return [...byTask].map(([requestId, { tier, collects }]): Commitment => {
    const isMovable = mayDisplace && tier === "flexible" && collects.every(({ startMs }) => startMs > atMs);
    if (!isMovable) return { requestId, collects };
    return { requestId, collects, movable: schedulingRequest(sandbox, requests.need("task", requestId)) };
  });
}

function apply(sandbox: SandboxParts, result: Schedule, atMs: number): void {
  const displaced = new Set(result.displacements.map(({ requestId }) => requestId));
  for (const requestId of displaced) {
    sandbox.tasking.collects.remove(requestId);
    sandbox.tasking.events.remove(requestId, "complete");
  }
  for (const assignment of result.assignments) {
    applyPlan(sandbox, assignment, displaced.has(assignment.requestId), atMs);
  }
  for (const rejection of result.rejections) applySetback(sandbox, rejection, undefined, atMs);
  for (const deferral of result.deferrals) {
    // A retry that lay in the past would never end.
    applySetback(sandbox, deferral, Math.max(deferral.retryAtMs, atMs + 60_000), atMs);
  }
}
