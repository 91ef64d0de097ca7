import { Refusal } from "../http/refusal.ts";
import { findSettingFault } from "../settings.ts";
import type { ControlRoute } from "./control.ts";

/** `GET /_sandbox/settings` -> every setting with its value in force. */
export const readSettings: ControlRoute = {
  method: "GET",
  path: "/settings",
  run: ({ sandbox }) => ({ json: sandbox.settings.read() }),
};

/** `POST /_sandbox/settings {name: value, ...}`: all or none; null takes one back to its default. Answers like the GET. */
export const changeSettings: ControlRoute = {
  method: "POST",
  path: "/settings",
  run: ({ sandbox, body }) => {
    const faults = Object.entries(body).flatMap(([path, value]) => {
      const message = findSettingFault(path, value ?? undefined);
      // A null needs a setting of that name and nothing else.
      const isReset = value === null && !message?.startsWith("no setting");
      return message === undefined || isReset ? [] : [{ path, message }];
    });
    const [first] = faults;
    if (first !== undefined) throw new Refusal(422, "FIELD_TYPE_INVALID", first.message, faults);
    sandbox.settings.write(body);
    return { json: sandbox.settings.read() };
  },
};
