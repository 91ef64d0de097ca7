import { isJsonObject } from "../../contract/json-object.ts";
import { FAULT_MEMBERS } from "../faults.ts";
import type { Control, SandboxParts } from "../handlers/call.ts";
import type { Reply } from "../http/exchange.ts";
import { type BodyFault, Refusal, refuseBody } from "../http/refusal.ts";
import { findRoute, routesBelow } from "../http/routes.ts";
import { advance } from "../tasking/advance.ts";
import { changeClock, readClock } from "./clock.ts";
import {
  completeOrder,
  changeOrganization,
  cancelRepeat,
  cancelTask,
  completeTaskNow,
  rejectOrder,
} from "./operator.ts";
import {
  clearFaults,
  listFaults,
  plantFault,
  changeSettings,
  readSettings,
  listUsers,
  readStatus,
  reset,
} from "./state.ts";

/** Everything below this path belongs to the sandbox and is not part of the interface. */
export const CONTROL_PREFIX = "/_sandbox";

/** The controls by method and path. */
const CONTROLS = routesBelow<Control>(CONTROL_PREFIX, {
  "GET /status": readStatus,
  "GET /clock": readClock,
  "POST /clock": changeClock,
  "GET /settings": readSettings,
  "POST /settings": changeSettings,
  "GET /faults": listFaults,
  "POST /faults": plantFault,
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
  [plantFault, FAULT_MEMBERS],
  [changeOrganization, ["unavailableProductTypes"]],
]);

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
