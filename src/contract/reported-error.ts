/** Finds an error in the response to a request with a success status. */
import { isJsonObject } from "./json-object.ts";
import { readField } from "./read-record.ts";

/** Texts in the place of an error that report none. */
const NO_ERROR: ReadonlySet<string> = new Set(["", "0", "false", "no", "none", "null", "ok", "success"]);

// Spec silent: a success status with an error in its response. We read `error`, `errors`, and `success` or `ok` that is false, at
// the root, in the one element of a list, and in `order`, `data` and `result`: the outcome of such a request is unknown.
/** Reports whether a response reports that its request failed, also beside an id. */
export function reportsError(reply: unknown): boolean {
  const only: unknown = Array.isArray(reply) && reply.length === 1 ? reply[0] : reply;
  if (!isJsonObject(only)) return false;
  return [only, only["order"], only["data"], only["result"]].some(
    (level) =>
      isJsonObject(level) &&
      (isError(readField(level, "error")) ||
        isError(readField(level, "errors")) ||
        ["success", "Success", "isSuccess", "succeeded", "ok"].some((name) => isFalse(level[name]))),
  );
}

const isFalse = (value: unknown): boolean =>
  value === false || (typeof value === "string" && value.trim().toLowerCase() === "false");

function isError(value: unknown): boolean {
  if (typeof value === "string") return !NO_ERROR.has(value.trim().toLowerCase());
  if (typeof value === "object" && value !== null) return Object.values(value).some(isError);
  return Boolean(value);
}
