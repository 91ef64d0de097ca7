import { AppError } from "../../errors.ts";
import { drawBackoffMs, STORE_RETRY } from "../../time/retry.ts";
import { MANIFEST_NAME, type ManifestEntry, parseManifest } from "../manifest.ts";
import { toKey } from "../s3-target.ts";
import type { ObjectStore } from "./object-store.ts";
import { readS3Code, toS3Error } from "./s3-error.ts";

/** Statuses of a store that did not write because the condition did not hold. */
const LOST = [409, 412];
/** Status of a store without conditional writes. */
const UNCONDITIONAL = 501;

/** One small object of a bucket, which is replaced only if no other process has changed it since it was read. */
export class ConditionalObject {
  /** The tag of the known version; undefined without an object. */
  #tag: string | undefined;
  /** Ceph up to version 16 compares tags without their quotes. */
  #isTagBare = false;

  constructor(
    readonly store: ObjectStore,
    readonly key: string,
    readonly contentType: string,
  ) {}

  /** Returns the text of the object; undefined without one. Throws DESTINATION_REFUSED when the bucket is missing or not accessible. */
  async read(signal?: AbortSignal): Promise<string | undefined> {
    const what = `read ${this.key}`;
    const asked = { method: "GET", key: this.key, what, allowed: [404] } as const;
    const reply = await this.store.ask({ ...asked, ...(signal && { signal }) });
    if (readS3Code(reply) === "NoSuchBucket") throw toS3Error(what, this.store.target.bucket, reply);
    this.#tag = reply.status === 404 ? undefined : reply.headers["etag"];
    return reply.status === 404 ? undefined : reply.text;
  }

  /** Returns false if another process has changed or made the object: nothing is written then, also by later calls before a read. */
  async write(text: string): Promise<boolean> {
    const before = this.#tag;
    if (await this.#put(text, this.#makeConditionHeader(before))) return true;
    // A retry may follow a write whose response was lost.
    if ((await this.read()) === text) return true;
    const isUnchanged = before !== undefined && this.#tag === before;
    this.#tag = before;
    // The store may refuse a current tag because of its quotes.
    if (!isUnchanged || this.#isTagBare) return false;
    this.#isTagBare = true;
    return this.#put(text, this.#makeConditionHeader(before));
  }

  /**
   * Reports whether the store honours conditions, by a write of the known text that must lose. Call it after a read or a
   * write of this text.
   */
  async hasConditions(text: string): Promise<boolean> {
    const known = this.#tag;
    const isWritten = await this.#put(text, this.#makeConditionHeader('"00000000000000000000000000000000"'));
    if (!isWritten) this.#tag = known;
    return !isWritten;
  }

  #makeConditionHeader(tag: string | undefined): Record<string, string> {
    if (tag === undefined) return { "if-none-match": "*" };
    return { "if-match": this.#isTagBare ? tag.replaceAll('"', "") : tag };
  }

  async #put(body: string, condition: Readonly<Record<string, string>>): Promise<boolean> {
    const asked = { method: "PUT", key: this.key, body, what: `write ${this.key}` } as const;
    const type = { "content-type": this.contentType };
    let reply = await this.store.ask({
      ...asked,
      headers: { ...type, ...condition },
      allowed: [...LOST, UNCONDITIONAL],
    });
    if (reply.status === UNCONDITIONAL) reply = await this.store.ask({ ...asked, headers: type });
    if (LOST.includes(reply.status)) return false;
    this.#tag = reply.headers["etag"];
    return true;
  }
}

/** Time for which lines are collected, because an object can only be replaced. The rest is written at the end. */
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

/** Maximum number of rounds of merging lines that other machines write to the object. */
const ROUNDS = 20;

/** An object of NDJSON lines. Several machines may append to it at once, without losing lines. */
export class LinesObject extends ConditionalObject {
  constructor(
    store: ObjectStore,
    readonly name: string,
  ) {
    super(store, toKey(store.target, name) ?? name, "application/x-ndjson");
  }

  /** Appends the lines that the object does not have. Without conditional writes in the store, the next read detects lost lines. */
  async append(lines: readonly string[]): Promise<void> {
    const { clock, random } = this.store.conduct;
    for (let round = 1; round <= ROUNDS; round++) {
      const text = (await this.read()) ?? "";
      const there = new Set(text.split("\n"));
      const missing = lines.filter((line) => !there.has(line));
      if (missing.length === 0) return;
      const separator = text === "" || text.endsWith("\n") ? "" : "\n";
      const isOurs = await this.write(`${text}${separator}${missing.join("\n")}\n`);
      if (!isOurs || round > 1) await clock.sleep(drawBackoffMs(STORE_RETRY, round, random));
    }
    throw new AppError(
      "io",
      "DESTINATION_REFUSED",
      `${this.name} could not be written: other processes keep overwriting it`,
    );
  }
}
