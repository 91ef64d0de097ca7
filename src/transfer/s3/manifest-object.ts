import { MANIFEST_NAME, parseManifest, type ManifestEntry } from "../manifest.ts";
import { LinesObject } from "./lines-object.ts";
import type { ObjectStore } from "./object-store.ts";

/** Objects are written as a whole: lines are collected for this time, and written at the end of the run. */
const FLUSH_MS = 30_000;

/** `swath-manifest.ndjson` next to the objects. */
export class ManifestObject {
  readonly entries = new Map<string, ManifestEntry>();
  readonly #object: LinesObject;
  #pending: string[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #flushedAtMs: number;

  constructor(readonly store: ObjectStore) {
    this.#object = new LinesObject(store, MANIFEST_NAME);
    this.#flushedAtMs = store.conduct.clock.now();
  }

  /**
   * Reads the manifest, in the first request to the store. Throws DESTINATION_REFUSED when the bucket is
   * missing or not accessible.
   */
  async read(signal: AbortSignal): Promise<void> {
    for (const [name, entry] of parseManifest((await this.#object.read(signal)) ?? "").entries)
      this.entries.set(name, entry);
  }

  async add(entry: ManifestEntry): Promise<void> {
    this.entries.set(entry.name, entry);
    this.#pending.push(JSON.stringify(entry));
    if (this.store.conduct.clock.now() - this.#flushedAtMs >= FLUSH_MS) await this.flush();
  }

  /** Writes the collected lines. Ignores the run's signal: uploaded objects are recorded, however the run ends. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => undefined).then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const lines = this.#pending;
    if (lines.length === 0) return;
    this.#flushedAtMs = this.store.conduct.clock.now();
    await this.#object.append(lines);
    this.#pending = this.#pending.filter((line) => !lines.includes(line));
  }
}
