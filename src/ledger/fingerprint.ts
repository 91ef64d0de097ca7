import { createHash } from "node:crypto";
import type { SpendIntent } from "../contract/spend.ts";

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

/** What makes two intents the same one: sha256 over kind, origin, profile, path and body, in hex. */
export function fingerprintOf(intent: SpendIntent, profile: string): string {
  const { kind, origin, path, body } = intent;
  const parts = [kind, origin, profile, path, body === undefined ? null : [canonicalJson(body)]];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
