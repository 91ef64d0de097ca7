import type { Reader } from "../../domain/readers.ts";

/** A path to serve below. What the sandbox itself is steered by stays where it is. */
export const prefixReader: Reader<string> = (text) => {
  const path = text.replace(/\/+$/, "");
  return /^(?:\/[\w.~-]+)+$/.test(path) && !path.startsWith("/_sandbox")
    ? { ok: true, value: path }
    : { ok: false, rule: "must be a path such as /v1: a slash, then letters, digits and . _ ~ -" };
};
