import { setImmediate } from "node:timers/promises";
import type { Service } from "../service.ts";
import { completeTask } from "./complete-task.ts";
import type { RequestEvent } from "./events-table.ts";
import type { RunScheduler } from "./run-scheduler.ts";
import { acceptSeries, endSeries, spawnTasks } from "./series.ts";
import { writeEstimate } from "./write-estimate.ts";

/** Events that one transaction carries out: it holds the lock for milliseconds only. */
const EVENTS_PER_TRANSACTION = 100;

/**
 * Carries out everything that has happened to requests up to now, in the order of time, whoever asks and however late: the
 * state of the store is a function of what was stored and of the clock.
 */
export async function advance(service: Service): Promise<void> {
  const untilMs = service.clock.now();
  const { events } = service.tasking;
  let runScheduler: RunScheduler | undefined;
  for (;;) {
    const first = events.first(untilMs);
    if (first === undefined) return;
    // The orbits cost a second to load and are of no use to a sandbox that only answers searches.
    if (first.kind === "schedule") runScheduler ??= (await import("./run-scheduler.ts")).runScheduler;
    service.store.database.transaction(() => {
      carryOutSome(service, untilMs, runScheduler);
    });
    await setImmediate();
  }
}

/** Events are read again under the lock: another process may have carried them out. */
function carryOutSome(service: Service, untilMs: number, runScheduler: RunScheduler | undefined): void {
  for (let count = 0; count < EVENTS_PER_TRANSACTION; count += 1) {
    const event = service.tasking.events.first(untilMs);
    if (event === undefined) return;
    if (event.kind === "schedule") {
      if (count === 0) runScheduler?.(service, event.atMs);
      return;
    }
    carryOut(service, event);
  }
}

function carryOut(service: Service, { atMs, kind, requestId }: RequestEvent): void {
  const { requests, events } = service.tasking;
  events.remove(requestId, kind);
  const request = requests.byId(requestId);
  switch (kind) {
    case "estimate":
      return writeEstimate(service, request, atMs);
    case "complete":
      return completeTask(service, request, atMs);
    case "accept-series":
      return acceptSeries(service, request, atMs);
    case "spawn":
      return spawnTasks(service, request, atMs);
    case "end-series":
      return endSeries(service, request, atMs);
    case "schedule":
      throw new Error("the scheduler takes all requests of a moment together");
  }
}
