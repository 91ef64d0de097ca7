import type { ObjectStore } from "./object-store.ts";
import { s3CodeOf, s3Error } from "./s3-error.ts";

/** Statuses of a store that did not write because the condition did not hold. */
const LOST = [409, 412];
/** Status of a store without conditional writes. */
const UNCONDITIONAL = 501;

/** One small object of a bucket, which is replaced only while it is as this process knows it. */
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
    if (s3CodeOf(reply) === "NoSuchBucket") throw s3Error(what, this.store.target.bucket, reply);
    this.#tag = reply.status === 404 ? undefined : reply.headers["etag"];
    return reply.status === 404 ? undefined : reply.text;
  }

  /** Returns false if another process has changed or made the object: nothing is written then, also by later calls before a read. */
  async write(text: string): Promise<boolean> {
    const before = this.#tag;
    if (await this.#put(text, this.#condition(before))) return true;
    // A retry may follow a write whose response was lost.
    if ((await this.read()) === text) return true;
    const isUnchanged = before !== undefined && this.#tag === before;
    this.#tag = before;
    // The store may refuse a current tag because of its quotes.
    if (!isUnchanged || this.#isTagBare) return false;
    this.#isTagBare = true;
    return this.#put(text, this.#condition(before));
  }

  /**
   * Reports whether the store honours conditions, by a write of the known text that must lose. Call it after a read or a
   * write of this text.
   */
  async hasConditions(text: string): Promise<boolean> {
    const known = this.#tag;
    const isWritten = await this.#put(text, this.#condition('"00000000000000000000000000000000"'));
    if (!isWritten) this.#tag = known;
    return !isWritten;
  }

  #condition(tag: string | undefined): Record<string, string> {
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
