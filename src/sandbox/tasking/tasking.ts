import type { PlannedCollect } from "../scheduling/request.ts";
import type { Database, Bindable } from "../store/database.ts";
import type { Store } from "../store/open-store.ts";
import type { SettingsTable } from "../store/settings-table.ts";
import type { VirtualClock } from "../store/virtual-clock.ts";
import { RequestsTable, RequestSearcher } from "./requests-table.ts";

/** The tables of tasks and repeat requests. */
export interface Tasking {
  readonly requests: RequestsTable;
  readonly events: EventsTable;
  readonly collects: CollectsTable;
  readonly searcher: RequestSearcher;
}

/** The parts of an open sandbox that the life cycle of requests needs. */
export interface TaskingContext {
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly settings: SettingsTable;
  readonly tasking: Tasking;
}

/** Tables that a reset empties: referring tables come before those they refer to. */
export const TASKING_TABLES = [
  "request_events",
  "collects",
  "request_records",
  "requests",
  "organizations",
] as const;

export function openTasking({ database }: Store): Tasking {
  return {
    requests: new RequestsTable(database),
    events: new EventsTable(database),
    collects: new CollectsTable(database),
    searcher: new RequestSearcher(database),
  };
}

/** Events that change requests without a client's call, in their order within one moment. */
const EVENT_KINDS = ["complete", "estimate", "accept-series", "spawn", "end-series", "schedule"] as const;
type EventKind = (typeof EVENT_KINDS)[number];

export interface RequestEvent {
  atMs: number;
  kind: EventKind;
  requestId: string;
}

const rankEvent = (kind: EventKind): number => EVENT_KINDS.indexOf(kind);

/** Future events: they and the clock determine the state of every request. */
class EventsTable {
  constructor(private readonly database: Database) {}

  add({ atMs, kind, requestId }: RequestEvent): void {
    this.database.run(
      "INSERT OR IGNORE INTO request_events (at_ms, rank, request_id) VALUES (?, ?, ?)",
      Math.ceil(atMs),
      rankEvent(kind),
      requestId,
    );
  }

  /** Returns the first event up to a moment. */
  first(untilMs: number): RequestEvent | undefined {
    const [row] = this.database.all<{ atMs: number; rank: number; requestId: string }>(
      `SELECT at_ms AS atMs, rank, request_id AS requestId FROM request_events WHERE at_ms <= ?
       ORDER BY at_ms, rank, request_id LIMIT 1`,
      untilMs,
    );
    return row && { atMs: row.atMs, kind: EVENT_KINDS[row.rank] as EventKind, requestId: row.requestId };
  }

  /** Returns requests with the same event at the same moment. */
  requestsAt(atMs: number, kind: EventKind): string[] {
    return this.database
      .all<{ id: string }>(
        "SELECT request_id AS id FROM request_events WHERE at_ms = ? AND rank = ? ORDER BY request_id",
        atMs,
        rankEvent(kind),
      )
      .map(({ id }) => id);
  }

  /** Returns the time of the next event of a request or of a task of that series, of any kind or of one. */
  nextOf(requestId: string, kind?: EventKind): number | undefined {
    const [row] = this.database.all<{ atMs: number | null }>(
      `SELECT MIN(at_ms) AS atMs FROM request_events WHERE rank = COALESCE(?, rank)
       AND (request_id = ? OR request_id IN (SELECT id FROM requests WHERE repeat_id = ?))`,
      kind && rankEvent(kind),
      requestId,
      requestId,
    );
    return row?.atMs ?? undefined;
  }

  /** Deletes the events of a request, or only those of one kind. */
  remove(requestId: string, kind?: EventKind): void {
    this.database.run(
      "DELETE FROM request_events WHERE request_id = ? AND rank = COALESCE(?, rank)",
      requestId,
      kind && rankEvent(kind),
    );
  }
}

/** Properties that the items of a finished collect need in addition to the plan. */
export interface CollectFacts {
  organizationId: string;
  archiveHoldback: string;
  collectionType: string;
  polarization: string;
  productTypes: string[];
}

/** One collect of a task, planned or finished. */
export interface StoredCollect {
  collectId: string;
  taskId: string;
  plan: PlannedCollect;
  /** Virtual milliseconds from which its products exist; undefined before. */
  readyMs: number | undefined;
  facts: CollectFacts | undefined;
}

/** An interval for which a satellite is booked. */
interface Occupation {
  requestId: string;
  /** Tier of the task. */
  tier: string;
  satellite: number;
  startMs: number;
  endMs: number;
}

const COLLECT = `SELECT collect_id AS collectId, task_id AS taskId, plan, ready_ms AS readyMs, facts FROM collects`;

interface CollectRow {
  collectId: string;
  taskId: string;
  plan: string;
  readyMs: number | null;
  facts: string | null;
}

const toCollect = ({ plan, readyMs, facts, ...ids }: CollectRow): StoredCollect => ({
  ...ids,
  plan: JSON.parse(plan) as PlannedCollect,
  readyMs: readyMs ?? undefined,
  facts: facts === null ? undefined : (JSON.parse(facts) as CollectFacts),
});

/** Collects of tasks, from plan to product. */
export class CollectsTable {
  constructor(private readonly database: Database) {}

  add(taskId: string, collectId: string, plan: PlannedCollect): void {
    this.database.run(
      `INSERT INTO collects (collect_id, task_id, satellite, start_ms, end_ms, plan) VALUES (?, ?, ?, ?, ?, ?)`,
      collectId,
      taskId,
      plan.satellite,
      plan.startMs,
      plan.endMs,
      JSON.stringify(plan),
    );
  }

  /** Removes the planned collects of a task. */
  remove(taskId: string): void {
    this.database.run("DELETE FROM collects WHERE task_id = ? AND ready_ms IS NULL", taskId);
  }

  /** Returns the collects of a task, sorted by time. */
  ofTask(taskId: string): StoredCollect[] {
    return this.#select("task_id = ? ORDER BY start_ms, collect_id", taskId);
  }

  /** Returns all plans that are not over at a moment. */
  occupiedFrom(atMs: number): Occupation[] {
    return this.database.all(
      `SELECT c.task_id AS requestId, r.tier, c.satellite, c.start_ms AS startMs, c.end_ms AS endMs
       FROM collects c JOIN requests r ON r.id = c.task_id
       WHERE c.end_ms > ? ORDER BY c.start_ms, c.collect_id`,
      atMs,
    );
  }

  /** Marks the products of a task's collects as existing from a moment on. */
  finish(taskId: string, readyMs: number, facts: CollectFacts): void {
    this.database.run(
      "UPDATE collects SET ready_ms = ?, facts = ? WHERE task_id = ?",
      readyMs,
      JSON.stringify(facts),
      taskId,
    );
  }

  /** Returns a collect whose products exist at a moment. */
  find(collectId: string, nowMs: number): StoredCollect | undefined {
    return this.#select("collect_id = ? AND ready_ms <= ?", collectId, nowMs)[0];
  }

  /** Does the same as `find`, by the first eight characters of the id, with which the item ids end. */
  findByShortId(shortId: string, nowMs: number): StoredCollect | undefined {
    const range = [`${shortId}-`, `${shortId}.`];
    return this.#select("collect_id >= ? AND collect_id < ? AND ready_ms <= ?", ...range, nowMs)[0];
  }

  /** Returns all collects whose products exist at a moment, in a stable order. */
  listReady(nowMs: number): StoredCollect[] {
    return this.#select("ready_ms <= ? ORDER BY ready_ms, collect_id", nowMs);
  }

  #select(condition: string, ...values: Bindable[]): StoredCollect[] {
    return this.database.all<CollectRow>(`${COLLECT} WHERE ${condition}`, ...values).map(toCollect);
  }
}
