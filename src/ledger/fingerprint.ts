import { createHash } from "node:crypto";
import type { SpendIntent } from "../contract/spend.ts";
import { withoutSignatures } from "./intent-details.ts";

/** JSON with sorted keys: two spellings of the same body are one text. Properties without a value are left out. */
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

/** Equal for two requests with one endpoint, path and body. URLs count without their queries, as in a record. */
export const identityOf = ({ kind, path, body }: Request): string =>
  JSON.stringify([kind, path, body === undefined ? null : [canonicalJson(withoutSignatures(body))]]);

/** What makes two intents the same one: sha256 over origin, endpoint, path and body, in hex. */
export function fingerprintOf(intent: Pick<SpendIntent, "origin"> & Request): string {
  const { kind, origin, path, body } = intent;
  const parts = [kind, origin, path, body === undefined ? null : [canonicalJson(body)]];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
