import { createHash } from "node:crypto";
import type { SpendIntent } from "../contract/spend.ts";
import { withoutSignatures } from "./intent-details.ts";

/** Returns JSON with sorted keys, so that equal bodies are equal texts. Properties without a value are skipped. */
export function canonicalJson(value: unknown): string {
  if (value === undefined) return "null";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

type Request = Pick<SpendIntent, "kind" | "path" | "body">;

/**
 * Returns a text that is equal for requests with the same endpoint, path and body. Queries of URLs do not count,
 * as in a record.
 */
export const identityOf = ({ kind, path, body }: Request): string =>
  JSON.stringify([kind, path, body === undefined ? null : [canonicalJson(withoutSignatures(body))]]);

/** Returns the identity of an intent: sha256 of origin, endpoint, path and body, in hex. */
export function fingerprintOf(intent: Pick<SpendIntent, "origin"> & Request): string {
  const { kind, origin, path, body } = intent;
  const parts = [kind, origin, path, body === undefined ? null : [canonicalJson(body)]];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
