import { setImmediate } from "node:timers/promises";
import { storeVersion } from "../store/database.ts";
import { writeEstimate } from "./estimate.ts";
import type { RequestEvent } from "./events-table.ts";
import { acceptSeries, endSeries, spawnTasks } from "./series.ts";
import { type TaskingRequest, writeStatus } from "./tasking-request.ts";
import type { TaskingContext } from "./tasking.ts";

/** The most events in one transaction, so that it holds the lock for milliseconds only. */
const EVENTS_PER_TRANSACTION = 100;

/**
 * Carries out all events of requests that are due, in the order of time. However late it is called, the state of the
 * store is a function of what was stored and of the clock.
 */
export async function advance(sandbox: TaskingContext): Promise<void> {
  const untilMs = sandbox.clock.now();
  for (;;) {
    const first = sandbox.tasking.events.first(untilMs);
    if (first === undefined) return;
    if (first.kind === "schedule") await runScheduler(sandbox, first.atMs);
    else {
      sandbox.store.database.transaction(() => {
        carryOutSome(sandbox, untilMs);
      });
    }
    await setImmediate();
  }
}

/** Events are read again under the lock: another process may have carried them out. */
function carryOutSome(sandbox: TaskingContext, untilMs: number): void {
  for (let count = 0; count < EVENTS_PER_TRANSACTION; count += 1) {
    const event = sandbox.tasking.events.first(untilMs);
    if (event === undefined || event.kind === "schedule") return;
    carryOut(sandbox, event);
  }
}

/** Plans without the lock, since other processes wait for it, and writes the plan if nothing has changed meanwhile. */
async function runScheduler(sandbox: TaskingContext, atMs: number): Promise<void> {
  // The scheduler takes time to load, and a sandbox that only answers searches does not need it.
  const { planDue, applyRun } = await import("./run-scheduler.ts");
  const { database } = sandbox.store;
  // Another call may have planned this moment while the scheduler was loading.
  const first = sandbox.tasking.events.first(atMs);
  if (first?.kind !== "schedule" || first.atMs !== atMs) return;
  const version = storeVersion(database);
  const run = planDue(sandbox, atMs);
  database.transaction(() => {
    if (storeVersion(database) === version) applyRun(sandbox, run, atMs);
  });
}

function carryOut(sandbox: TaskingContext, { atMs, kind, requestId }: RequestEvent): void {
  const { requests, events } = sandbox.tasking;
  events.remove(requestId, kind);
  const request = requests.byId(requestId);
  switch (kind) {
    case "estimate":
      return writeEstimate(sandbox, request, atMs);
    case "complete":
      return completeTask(sandbox, request, atMs);
    case "accept-series":
      return acceptSeries(sandbox, request, atMs);
    case "spawn":
      return spawnTasks(sandbox, request, atMs);
    case "end-series":
      return endSeries(sandbox, request, atMs);
    case "schedule":
      throw new Error("the scheduler takes all requests of a moment together");
  }
}

/** The products of a task's collects exist: they are in the catalog from now on. */
function completeTask(sandbox: TaskingContext, task: TaskingRequest, atMs: number): void {
  const { collects, requests, events } = sandbox.tasking;
  const { properties } = task.record;
  const { polarization } = properties.collectConstraints;
  collects.finish(task.id, atMs, {
    organizationId: task.organizationId,
    archiveHoldback: properties.archiveHoldback,
    collectionType: properties.collectionType,
    polarization: String(polarization),
    productTypes: properties.processingConfig.productTypes,
  });
  const collectIds = collects.ofTask(task.id).map(({ collectId }) => collectId);
  properties["collectIds"] = collectIds;
  writeStatus(properties, "completed", `${collectIds.length} collected and processed`, atMs);
  requests.update(task);
  if (task.repeatId === undefined) return;
  const series = requests.need("repeat", task.repeatId);
  const state = series.inner.series;
  if (state === undefined) return;
  state.completed += 1;
  series.record.properties["completedCount"] = state.completed;
  requests.update(series);
  events.add({ atMs, kind: "spawn", requestId: series.id });
}
