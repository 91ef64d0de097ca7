import { ENDPOINTS } from "../../contract/endpoints.ts";
import { findFaultFault, type FaultRule } from "../faults.ts";
import { Refusal } from "../http/refusal.ts";
import type { ControlRoute } from "./control.ts";

const ROUTES = ["*", "asset", ...Object.keys(ENDPOINTS)];

/** `GET /_sandbox/faults` -> `{faults: [...]}`, in the order in which they are tried. */
export const listFaults: ControlRoute = {
  method: "GET",
  path: "/faults",
  run: ({ sandbox }) => ({ json: { faults: sandbox.faults.list() } }),
};

/**
 * `POST /_sandbox/faults {route, count?, when?, status?, retryAfter?, html?, latencyMs?, reset?, truncate?, expired?}`:
 * plants one fault (see `FaultRule`); the first that fits a request is used, `count` times. Answers like the GET.
 */
export const plantFault: ControlRoute = {
  method: "POST",
  path: "/faults",
  run: ({ sandbox, body }) => {
    const message = findFaultFault(body, ROUTES);
    if (message !== undefined) throw new Refusal(422, "FIELD_TYPE_INVALID", message, [{ path: "", message }]);
    const { count, ...rule } = body;
    sandbox.store.database.transaction(() => {
      sandbox.faults.plant(
        sandbox.store.meta.nextId("fault"),
        rule as unknown as FaultRule,
        count as number | undefined,
      );
    });
    return { status: 201, json: { faults: sandbox.faults.list() } };
  },
};

/** `DELETE /_sandbox/faults`: clears them all. */
export const clearFaults: ControlRoute = {
  method: "DELETE",
  path: "/faults",
  run: ({ sandbox }) => {
    sandbox.faults.clear();
    return { json: { faults: [] } };
  },
};
