import { isJsonObject } from "../../contract/json-object.ts";
import type { SandboxParts } from "../handlers/call.ts";
import type { Reply } from "../http/exchange.ts";
import { Refusal } from "../http/refusal.ts";
import { advance } from "../tasking/advance.ts";
import { changeClock, readClock } from "./clock.ts";
import type { ControlRoute } from "./control.ts";
import {
  completeOrder,
  changeOrganization,
  readOrganization,
  cancelRepeat,
  cancelTask,
  completeTaskNow,
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

/** The control plane. To add a control, write its file and add one line here. */
const CONTROL_ROUTES: readonly ControlRoute[] = [
  readStatus,
  readClock,
  changeClock,
  readSettings,
  changeSettings,
  listFaults,
  plantFault,
  clearFaults,
  listUsers,
  reset,
  completeOrder,
  cancelTask,
  cancelRepeat,
  completeTaskNow,
  readOrganization,
  changeOrganization,
];

/** Handles one request below `/_sandbox`. Errors: 404, 405 with `Allow`, and the errors of the control. */
export async function runControl(
  sandbox: SandboxParts,
  method: string,
  pathname: string,
  readJson: () => Promise<unknown>,
): Promise<Reply> {
  const path = pathname.slice(CONTROL_PREFIX.length);
  const fitting = CONTROL_ROUTES.flatMap((route) => {
    const params = matchPath(route.path, path);
    return params === undefined ? [] : [{ route, params }];
  });
  const found = fitting.find(({ route }) => route.method === method);
  if (found !== undefined) {
    const body = method === "POST" ? await readJson() : {};
    if (!isJsonObject(body)) {
      throw new Refusal(422, "FIELD_TYPE_INVALID", "the body is not an object");
    }
    // Due events are executed first, with the clock and settings from before this change.
    if (method !== "GET") await advance(sandbox);
    return found.route.run({ sandbox, params: found.params, body });
  }
  if (fitting.length === 0) throw new Refusal(404, "NOT_FOUND", `no control has the path ${pathname}`);
  const allow = fitting.map(({ route }) => route.method).join(", ");
  throw new Refusal(405, "METHOD_NOT_ALLOWED", `${pathname} answers ${allow}, not ${method}`, [], { allow });
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/");
  const given = path.split("/");
  const fits =
    wanted.length === given.length && wanted.every((part, at) => part === given[at] || part.startsWith("{"));
  if (!fits) return undefined;
  return Object.fromEntries(
    wanted.flatMap((part, at) => (part.startsWith("{") ? [[part.slice(1, -1), given[at] ?? ""]] : [])),
  );
}
