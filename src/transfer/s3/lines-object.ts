import { AppError } from "../../errors.ts";
import { transferBackoffMs } from "../../time/retry-timing.ts";
import { keyOf } from "../s3-target.ts";
import type { ObjectStore } from "./object-store.ts";
import { s3CodeOf, s3Error } from "./s3-error.ts";

/** Maximum number of rounds of merging lines that other machines write to the object. */
const ROUNDS = 20;

/** An object of NDJSON lines. Several machines may append to it at once, without losing lines. */
export class LinesObject {
  readonly #key: string;
  /** Whether the store expects the tag of a condition without its quotes. */
  #isTagBare = false;

  constructor(
    readonly store: ObjectStore,
    readonly name: string,
  ) {
    this.#key = keyOf(store.target, name) ?? name;
  }

  /** Returns the text; empty without an object. Throws DESTINATION_REFUSED when the bucket is missing or not accessible. */
  async read(signal?: AbortSignal): Promise<string> {
    return (await this.#get(signal)).text;
  }

  /** Appends the lines that the object does not have. */
  async append(lines: readonly string[]): Promise<void> {
    const { clock, random } = this.store.conduct;
    let refused: string | undefined;
    for (let round = 1; round <= ROUNDS; round++) {
      const { text, etag } = await this.#get();
      const there = new Set(text.split("\n"));
      const missing = lines.filter((line) => !there.has(line));
      if (missing.length === 0) return;
      const separator = text === "" || text.endsWith("\n") ? "" : "\n";
      // Ceph up to version 16 compares the tag without the quotes, so it refuses a current tag.
      if (etag !== undefined && etag === refused) this.#isTagBare = true;
      const tag = this.#isTagBare ? etag?.replaceAll('"', "") : etag;
      const isOurs = await this.#put(`${text}${separator}${missing.join("\n")}\n`, tag);
      if (!isOurs) refused = etag;
      if (!isOurs || round > 1) await clock.sleep(transferBackoffMs(round, random));
    }
    throw new AppError(
      "io",
      "DESTINATION_REFUSED",
      `${this.name} could not be written: other processes keep overwriting it`,
    );
  }

  /**
   * Writes the object; false when another process has changed it. Without conditional writes in the store, the next read detects
   * lost lines.
   */
  async #put(body: string, etag: string | undefined): Promise<boolean> {
    const condition: Record<string, string> =
      etag === undefined ? { "if-none-match": "*" } : { "if-match": etag };
    const asked = { method: "PUT", key: this.#key, body, what: `write ${this.#key}` } as const;
    const type = { "content-type": "application/x-ndjson" };
    const { status } = await this.store.ask({
      ...asked,
      headers: { ...type, ...condition },
      allowed: [409, 412, 501],
    });
    if (status === 501) await this.store.ask({ ...asked, headers: type });
    return status !== 409 && status !== 412;
  }

  async #get(signal?: AbortSignal): Promise<{ text: string; etag: string | undefined }> {
    const { status, text, headers } = await this.store.ask({
      method: "GET",
      key: this.#key,
      what: `read ${this.#key}`,
      allowed: [404],
      ...(signal && { signal }),
    });
    if (status !== 404) return { text, etag: headers["etag"] };
    if (s3CodeOf({ text }) === "NoSuchBucket") {
      throw s3Error(`read ${this.#key}`, this.store.target.bucket, { status, text, headers });
    }
    return { text: "", etag: undefined };
  }
}
