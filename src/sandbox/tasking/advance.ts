import { setImmediate } from "node:timers/promises";
import { measureKm2 } from "../../geo/area.ts";
import { formatCents } from "../orders/orders-table.ts";
import type { SandboxSettings } from "../settings.ts";
import { storeVersion } from "../store/database.ts";
import { readImagingType } from "./collection-types.ts";
import { acceptSeries, endSeries, spawnTasks } from "./series.ts";
import { writeStatus, type TaskingRequest, type RequestRecord } from "./tasking-request.ts";
import type { RequestEvent, TaskingContext } from "./tasking.ts";

/** Maximum number of events in one transaction, so that it holds the lock for milliseconds only. */
const EVENTS_PER_TRANSACTION = 100;

/**
 * Executes all due events of requests in the order of time. The state of the store depends only on the stored data
 * and the clock, not on the time of the call.
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

/** Events are read again under the lock: another process may have executed them. */
function carryOutSome(sandbox: TaskingContext, untilMs: number): void {
  for (let count = 0; count < EVENTS_PER_TRANSACTION; count += 1) {
    const event = sandbox.tasking.events.first(untilMs);
    if (event === undefined || event.kind === "schedule") return;
    carryOut(sandbox, event);
  }
}

/** Plans without the lock, because other processes wait for it, and writes the plan if nothing has changed since. */
async function runScheduler(sandbox: TaskingContext, atMs: number): Promise<void> {
  // Loaded on demand: the scheduler takes time to load, and a sandbox that only serves searches does not need it.
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
  const request = requests.need(requestId);
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

/** Adds the products of a task's collects to the catalog. */
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
  const series = requests.need(task.repeatId);
  const state = series.inner.series;
  if (state === undefined) return;
  state.completed += 1;
  series.record.properties["completedCount"] = state.completed;
  requests.update(series);
  events.add({ atMs, kind: "spawn", requestId: series.id });
}

type Prices = Pick<SandboxSettings, "priceTable">;

/** Returns the charged square kilometres of a request: the area of a polygon, the scene of a point. */
function measureChargedKm2({ geometry, properties }: RequestRecord): number {
  const { widthKm, lengthKm } = readImagingType(properties.collectionType);
  if (geometry.type === "Point") return widthKm * lengthKm;
  return Math.round(measureKm2(geometry) * 100) / 100;
}

// Spec silent: prices of tasks. The sandbox has a price by type with a factor by tier; an area costs as many images
// as its size requires.
function computeImageCents({ geometry, properties }: RequestRecord, { priceTable }: Prices): number {
  const { widthKm, lengthKm, name } = readImagingType(properties.collectionType);
  const images =
    geometry.type === "Point" ? 1 : Math.max(1, Math.round(measureKm2(geometry)) / (widthKm * lengthKm));
  const dollars = (priceTable[`type.${name}`] ?? 0) * (priceTable[`tier.${properties.collectionTier}`] ?? 1);
  return Math.round(dollars * images * 100);
}

/** Returns `order` of a task's record. */
function makeEstimate(taskId: string, record: RequestRecord, prices: Prices): object {
  const total = formatCents(computeImageCents(record, prices));
  return {
    summary: { total, subtotal: total },
    lineItems: [{ taskId, accountingSize: { unit: "sqkm", value: measureChargedKm2(record) } }],
    archiveHoldback: record.properties.archiveHoldback,
    managedOrganizationIds: [record.properties.organizationId],
  };
}

/** Writes the estimate; a request that is not pre-approved then waits for approval. */
function writeEstimate(sandbox: TaskingContext, request: TaskingRequest, atMs: number): void {
  const { kind, id, record } = request;
  const { properties } = record;
  const prices = sandbox.settings.read();
  if (["rejected", "canceled"].includes(properties.lastStatusCode)) return;
  if (properties.lastStatusCode === "received") {
    writeStatus(properties, "review", "waits for the approval of its cost", atMs);
  }
  if (kind === "repeat") properties["costPerImageEstimate"] = formatCents(computeImageCents(record, prices));
  else {
    // Spec silent: an estimate for pre-approved tasks. The sandbox shows one; no approval is needed.
    properties["order"] = makeEstimate(id, record, prices);
    if (properties.lastStatusCode === "review") properties["transactionStatus"] = "pending-customer-approval";
  }
  sandbox.tasking.requests.update(request);
}
