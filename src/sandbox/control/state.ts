import { ASSUMPTIONS } from "../assumptions.ts";
import { VARIANTS } from "../settings.ts";
import { STORE_VERSION } from "../store/migrations.ts";
import { TASKING_TABLES } from "../tasking/tasking.ts";
import type { ControlRoute } from "./control.ts";

/** `GET /_sandbox/status` -> what this sandbox is: seed, time, counts and variants. */
export const readStatus: ControlRoute = {
  method: "GET",
  path: "/status",
  run: ({ sandbox: { store, clock, settings, orders, tasking, faults } }) => ({
    json: {
      storeVersion: STORE_VERSION,
      seed: store.meta.need("seed"),
      archiveSize: Number(store.meta.need("archiveSize")),
      clock: { ...clock.state(), now: new Date(clock.now()).toISOString() },
      orders: orders.count(),
      tasks: tasking.requests.count("task"),
      repeatRequests: tasking.requests.count("repeat"),
      faults: faults.list().length,
      variant: settings.read().variant,
      variants: Object.fromEntries(Object.entries(VARIANTS).map(([name, [summary]]) => [name, summary])),
    },
  }),
};

/** `GET /_sandbox/assumptions` -> `{assumptions: [{id, question, answer, setting?}]}`. */
export const listAssumptions: ControlRoute = {
  method: "GET",
  path: "/assumptions",
  run: () => ({ json: { assumptions: ASSUMPTIONS } }),
};

/** `GET /_sandbox/users` -> `{users: [...]}` with their keys and passwords: they open this sandbox and nothing else. */
export const listUsers: ControlRoute = {
  method: "GET",
  path: "/users",
  run: ({ sandbox }) => ({ json: { users: sandbox.accounts } }),
};

/**
 * `POST /_sandbox/reset`: forgets requests, orders, generated items, faults, settings and the clock, and counts ids from the start.
 * Seed, signing secret and archive stay, so that keys go on working.
 */
export const reset: ControlRoute = {
  method: "POST",
  path: "/reset",
  run: ({ sandbox: { store } }) => {
    const { database, meta } = store;
    database.transaction(() => {
      for (const table of ["order_items", "orders", "granules", "faults", "settings", ...TASKING_TABLES]) {
        database.run(`DELETE FROM ${table}`);
      }
      database.run("DELETE FROM meta WHERE key = 'clock'");
      meta.set("minted", "0");
    });
    return { json: { reset: true } };
  },
};
