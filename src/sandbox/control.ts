import { ENDPOINTS } from "../contract/endpoints.ts";
import { isJsonObject } from "../contract/json-object.ts";
import { PRODUCT_TYPES } from "../contract/vocabulary.ts";
import { parseTimestamp, formatTimestamp } from "../time/timestamp.ts";
import { FAULT_MEMBERS, findRuleFault, type FaultRule } from "./faults.ts";
import type { Control, SandboxParts, ControlCall } from "./handlers/call.ts";
import type { Reply } from "./http/reply.ts";
import { Refusal, refuseBody, refuseField, makeNotFound, type BodyFault } from "./http/reply.ts";
import { findRoute, listRoutesBelow } from "./http/routes.ts";
import {
  CLOCK_MODES,
  MAX_SPEED,
  findDeploymentName,
  VARIANTS,
  findSettingFault,
  type ClockMode,
} from "./settings.ts";
import { STORE_VERSION } from "./store/open-store.ts";
import type { VirtualClock } from "./store/virtual-clock.ts";
import { advance } from "./tasking/advance.ts";
import { cancelRequest } from "./tasking/cancel.ts";
import type { RequestKind } from "./tasking/tasking-request.ts";
import { TASKING_TABLES } from "./tasking/tasking.ts";

/** Everything below this path belongs to the sandbox and is not part of the interface. */
export const CONTROL_PREFIX = "/_sandbox";

/** Handles one request below `/_sandbox`. Errors: 404, 405 with `Allow`, and the errors of the control. */
export async function runControl(
  sandbox: SandboxParts,
  method: string,
  pathname: string,
  readJson: () => Promise<unknown>,
): Promise<Reply> {
  const { target: run, params } = findRoute(CONTROLS, method, pathname, "control");
  const body = method === "POST" ? await readJson() : {};
  if (!isJsonObject(body)) throw new Refusal(422, "FIELD_TYPE_INVALID", "the body is not an object");
  if (run !== changeSettings) refuseUnknownMembers(body, MEMBERS.get(run) ?? []);
  // Due events are executed first, with the clock and settings from before this change.
  if (method !== "GET") await advance(sandbox);
  return run({ sandbox, params, body });
}

/** Refuses each unknown member with 422. A control that ignored one would report a change that it did not make. */
function refuseUnknownMembers(body: Readonly<Record<string, unknown>>, members: readonly string[]): void {
  const rule = members.length === 0 ? "this control takes none" : `there are ${members.join(", ")}`;
  const faults = Object.keys(body)
    .filter((name) => !members.includes(name))
    .map((name): BodyFault => {
      const message = `no member is called ${name.slice(0, 80)}; ${rule}`;
      return { code: "FIELD_TYPE_INVALID", path: name, message };
    });
  if (faults.length > 0) throw refuseBody(faults);
}

/** Limits of the clock: times outside them have no plain RFC 3339 form. */
const LATEST_MS = 253_402_300_799_999;

const show = (clock: VirtualClock): unknown => {
  const { mode, speed } = clock.state();
  return { mode, speed, now: new Date(clock.now()).toISOString() };
};

/** `GET /_sandbox/clock` returns `{mode, speed, now}`. */
const readClock: Control = ({ sandbox }) => ({ json: show(sandbox.clock) });

/**
 * `POST /_sandbox/clock {mode?, speed?, now?, advance?}`: `now` is a timestamp, `advance` adds seconds;
 * `speed` alone sets mode `speed`. The response is that of the GET.
 */
const changeClock: Control = ({ sandbox: { clock, store }, body }) => {
  const { mode, speed, now, advance } = body;
  if (mode !== undefined && !CLOCK_MODES.includes(mode as ClockMode)) {
    throw refuseField("mode", `mode is one of ${CLOCK_MODES.join(", ")}`);
  }
  if (speed !== undefined && !(typeof speed === "number" && speed > 0 && speed <= MAX_SPEED)) {
    throw refuseField("speed", `speed is a number above 0, up to ${MAX_SPEED}`);
  }
  if (advance !== undefined && typeof advance !== "number") {
    throw refuseField("advance", "advance is a number of seconds");
  }
  const start = now === undefined ? undefined : toMs(now);
  return store.database.transaction(() => {
    const isMoved = start !== undefined || advance !== undefined;
    const virtualMs = isMoved ? (start ?? clock.now()) + (advance ?? 0) * 1000 : undefined;
    if (virtualMs !== undefined && !(virtualMs >= 0 && virtualMs <= LATEST_MS)) {
      throw refuseField("advance", "the clock shows 1970 to 9999");
    }
    clock.change({ mode: mode as ClockMode | undefined, speed, virtualMs });
    return { json: show(clock) };
  });
};

function toMs(now: unknown): number {
  const time = typeof now === "string" ? parseTimestamp(now) : undefined;
  if (time?.ok !== true)
    throw new Refusal(422, "TIMESTAMP_INVALID", "now is an RFC 3339 timestamp", [
      { path: "now", message: "not a timestamp" },
    ]);
  return time.ms;
}

/** `GET /_sandbox/status` returns the state of this sandbox: seed, time, counts and variants. */
const readStatus: Control = ({ sandbox: { store, clock, settings, orders, tasking, faults } }) => ({
  json: {
    storeVersion: STORE_VERSION,
    seed: store.meta.need("seed"),
    archiveSize: Number(store.meta.need("archiveSize")),
    clock: { ...clock.state(), now: new Date(clock.now()).toISOString() },
    orders: orders.count(),
    tasks: tasking.requests.count("task"),
    repeatRequests: tasking.requests.count("repeat"),
    faults: faults.list().length,
    deployment: findDeploymentName(settings.read().deployment),
    variant: settings.read().variant,
    variants: Object.fromEntries(Object.entries(VARIANTS).map(([name, [summary]]) => [name, summary])),
  },
});

/** `GET /_sandbox/users` returns `{users: [...]}` with keys and passwords, which are valid for this sandbox only. */
const listUsers: Control = ({ sandbox }) => ({ json: { users: sandbox.accounts } });

/**
 * `POST /_sandbox/reset`: deletes requests, orders, generated items, faults and settings, and resets the clock and id
 * counters. Seed, signing secret and archive stay, so that keys remain valid.
 */
const reset: Control = ({ sandbox: { store } }) => {
  const { database, meta } = store;
  database.transaction(() => {
    for (const table of ["order_items", "orders", "granules", "faults", "settings", ...TASKING_TABLES]) {
      database.run(`DELETE FROM ${table}`);
    }
    database.run("DELETE FROM meta WHERE key = 'clock'");
    meta.set("minted", "0");
  });
  return { json: { reset: true } };
};

/** `GET /_sandbox/settings` returns every setting with its current value. */
const readSettings: Control = ({ sandbox }) => ({ json: sandbox.settings.read() });

/**
 * `POST /_sandbox/settings {name: value, ...}`: changes all or none; null restores a default. Responds like
 * GET.
 */
const changeSettings: Control = ({ sandbox, body }) => {
  const faults = Object.entries(body).flatMap(([path, value]) => {
    const message = findSettingFault(path, value ?? undefined);
    // Null resets a setting, so only its name must exist.
    const isReset = value === null && !message?.startsWith("no setting");
    return message === undefined || isReset ? [] : [{ path, message }];
  });
  const [first] = faults;
  if (first !== undefined) throw new Refusal(422, "FIELD_TYPE_INVALID", first.message, faults);
  sandbox.settings.write(body);
  return { json: sandbox.settings.read() };
};

const ROUTES = ["*", "asset", ...Object.keys(ENDPOINTS)];

/** `GET /_sandbox/faults` returns `{faults: [...]}`, in the order of matching. */
const listFaults: Control = ({ sandbox }) => ({ json: { faults: sandbox.faults.list() } });

/**
 * `POST /_sandbox/faults {route, count?, when?, status?, retryAfter?, html?, latencyMs?, reset?, truncate?,
 * expired?}`: adds one fault (see `FaultRule`). The first fault that matches a request is used, `count`
 * times. The response is that of the GET.
 */
const addFault: Control = ({ sandbox, body }) => {
  const message = findRuleFault(body, ROUTES);
  if (message !== undefined) throw refuseField("", message);
  const { count, ...rule } = body;
  sandbox.store.database.transaction(() => {
    sandbox.faults.plant(
      sandbox.store.meta.nextId("fault"),
      rule as unknown as FaultRule,
      count as number | undefined,
    );
  });
  return { status: 201, json: { faults: sandbox.faults.list() } };
};

/** `DELETE /_sandbox/faults`: deletes all faults. */
const clearFaults: Control = ({ sandbox }) => {
  sandbox.faults.clear();
  return { json: { faults: [] } };
};

/** `POST /_sandbox/tasks/{id}/cancel`: cancels a task that is not collected yet. Returns its record. */
const cancelTask: Control = (call) => cancel(call, "task");

/** `POST /_sandbox/repeat-requests/{id}/cancel`: cancels a series and its tasks that are not collected yet. */
const cancelRepeat: Control = (call) => cancel(call, "repeat");

function cancel({ sandbox, params }: ControlCall, kind: RequestKind): Reply {
  const request = sandbox.tasking.requests.find(kind, params["id"] ?? "");
  if (request === undefined) throw makeNotFound(`no ${kind} has the id ${params["id"]}`);
  return { json: cancelRequest(sandbox, request, sandbox.clock.now()).record };
}

/** `POST /_sandbox/tasks/{id}/complete`: moves the clock to the completion of an accepted task. */
const completeTaskNow: Control = async ({ sandbox, params }) => {
  const { requests, events } = sandbox.tasking;
  const id = params["id"] ?? "";
  const task = requests.find("task", id);
  if (task === undefined) throw makeNotFound(`no task has the id ${id}`);
  const { lastStatusCode } = task.record.properties;
  const atMs = events.nextOf(id, "complete");
  if (atMs === undefined) throw new Refusal(409, "CONFLICT", `${id} is ${lastStatusCode}, not accepted`);
  sandbox.clock.change({ virtualMs: Math.max(atMs, sandbox.clock.now()) });
  await advance(sandbox);
  return { json: { now: formatTimestamp(sandbox.clock.now()), record: requests.need(id).record } };
};

/** `POST /_sandbox/orders/{id}/complete`: completes all items. Returns `{orderId, orderStatus}`. */
const completeOrder: Control = ({ sandbox: { orders, clock }, params }) => {
  const id = params["id"] ?? "";
  if (!orders.complete(id, clock.now())) throw makeNotFound(`no order has the id ${id}`, "ORDER_NOT_FOUND");
  return { json: { orderId: id, orderStatus: "completed" } };
};

// Spec silent: rejected orders. The sandbox rejects an order under `/_sandbox` only.
/** `POST /_sandbox/orders/{id}/reject`: ends an order without its items. Returns `{orderId, orderStatus}`. */
const rejectOrder: Control = ({ sandbox: { orders, clock }, params }) => {
  const id = params["id"] ?? "";
  if (!orders.reject(id, clock.now())) throw makeNotFound(`no order has the id ${id}`, "ORDER_NOT_FOUND");
  return { json: { orderId: id, orderStatus: "rejected" } };
};

// Spec silent: how a product type becomes unavailable. The sandbox has a request for this under `/_sandbox` only.
/** `POST /_sandbox/organizations/{id} {unavailableProductTypes: [...]}`. Returns the organization. */
const changeOrganization: Control = ({ sandbox, params, body }) => {
  const id = params["id"] ?? "";
  if (!sandbox.accounts.some(({ organizationId }) => organizationId === id)) {
    throw makeNotFound(`no organization has the id ${id}`);
  }
  const types = body["unavailableProductTypes"];
  const known: readonly unknown[] = PRODUCT_TYPES;
  if (!Array.isArray(types) || !types.every((type) => known.includes(type) && type !== "GEO")) {
    throw refuseField(
      "unavailableProductTypes",
      `unavailableProductTypes is a list out of ${PRODUCT_TYPES.slice(1).join(", ")}`,
    );
  }
  return sandbox.store.database.transaction(() => {
    const organization = {
      ...sandbox.organizations.read(id),
      unavailableProductTypes: types as string[],
    };
    sandbox.organizations.write(organization);
    return { json: organization };
  });
};

/** The controls by method and path. */
const CONTROLS = listRoutesBelow<Control>(CONTROL_PREFIX, {
  "GET /status": readStatus,
  "GET /clock": readClock,
  "POST /clock": changeClock,
  "GET /settings": readSettings,
  "POST /settings": changeSettings,
  "GET /faults": listFaults,
  "POST /faults": addFault,
  "DELETE /faults": clearFaults,
  "GET /users": listUsers,
  "POST /reset": reset,
  "POST /orders/{id}/complete": completeOrder,
  "POST /orders/{id}/reject": rejectOrder,
  "POST /tasks/{id}/cancel": cancelTask,
  "POST /repeat-requests/{id}/cancel": cancelRepeat,
  "POST /tasks/{id}/complete": completeTaskNow,
  "POST /organizations/{id}": changeOrganization,
});

/** Members of the bodies of controls; every other control takes none. The settings check their own names. */
const MEMBERS = new Map<Control, readonly string[]>([
  [changeClock, ["mode", "speed", "now", "advance"]],
  [addFault, FAULT_MEMBERS],
  [changeOrganization, ["unavailableProductTypes"]],
]);
