import { ENDPOINTS } from "../../contract/endpoints.ts";
import { findRuleFault, type FaultRule } from "../faults.ts";
import { Refusal, refuseField } from "../http/refusal.ts";
import { deploymentName, VARIANTS, findSettingFault } from "../settings.ts";
import { STORE_VERSION } from "../store/migrations.ts";
import { TASKING_TABLES } from "../tasking/tasking.ts";
import type { Control } from "../handlers/call.ts";

/** `GET /_sandbox/status` returns the state of this sandbox: seed, time, counts and variants. */
export const readStatus: Control = ({ sandbox: { store, clock, settings, orders, tasking, faults } }) => ({
  json: {
    storeVersion: STORE_VERSION,
    seed: store.meta.need("seed"),
    archiveSize: Number(store.meta.need("archiveSize")),
    clock: { ...clock.state(), now: new Date(clock.now()).toISOString() },
    orders: orders.count(),
    tasks: tasking.requests.count("task"),
    repeatRequests: tasking.requests.count("repeat"),
    faults: faults.list().length,
    deployment: deploymentName(settings.read().deployment),
    variant: settings.read().variant,
    variants: Object.fromEntries(Object.entries(VARIANTS).map(([name, [summary]]) => [name, summary])),
  },
});

/** `GET /_sandbox/users` returns `{users: [...]}` with keys and passwords, which are valid for this sandbox only. */
export const listUsers: Control = ({ sandbox }) => ({ json: { users: sandbox.accounts } });

/**
 * `POST /_sandbox/reset`: deletes requests, orders, generated items, faults and settings, and resets the clock and id
 * counters. Seed, signing secret and archive stay, so that keys remain valid.
 */
export const reset: Control = ({ sandbox: { store } }) => {
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
export const readSettings: Control = ({ sandbox }) => ({ json: sandbox.settings.read() });

/**
 * `POST /_sandbox/settings {name: value, ...}`: changes all or none; null restores a default. Responds like
 * GET.
 */
export const changeSettings: Control = ({ sandbox, body }) => {
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
export const listFaults: Control = ({ sandbox }) => ({ json: { faults: sandbox.faults.list() } });

/**
 * `POST /_sandbox/faults {route, count?, when?, status?, retryAfter?, html?, latencyMs?, reset?, truncate?,
 * expired?}`: adds one fault (see `FaultRule`). The first fault that matches a request is used, `count`
 * times. The response is that of the GET.
 */
export const plantFault: Control = ({ sandbox, body }) => {
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
export const clearFaults: Control = ({ sandbox }) => {
  sandbox.faults.clear();
  return { json: { faults: [] } };
};
