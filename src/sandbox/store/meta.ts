import { createHash } from "node:crypto";
import type { Database } from "./database.ts";

/** Single values of a store: seed, signing secret, archive size, counters, clock. */
export class Meta {
  constructor(private readonly database: Database) {}

  get(key: string): string | undefined {
    return this.database.all<{ value: string }>("SELECT value FROM meta WHERE key = ?", key)[0]?.value;
  }

  /** Returns a value that every store has from its creation. */
  need(key: string): string {
    const value = this.get(key);
    if (value === undefined) throw new Error(`the store has no ${key}`);
    return value;
  }

  set(key: string, value: string): void {
    this.database.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value);
  }

  /** Returns the next id of the seed. Call it in the transaction that stores the id. */
  nextId(kind: string): string {
    return this.database.transaction(() => {
      const count = Number(this.get("minted") ?? "0") + 1;
      this.set("minted", String(count));
      return mintId(this.need("seed"), kind, count);
    });
  }
}

/** Returns a UUID in the form of version 4 that depends only on its parts: same store and same commands, same ids. */
export function mintId(...parts: readonly (string | number)[]): string {
  const bytes = createHash("sha256").update(parts.join("\u0000")).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
}
