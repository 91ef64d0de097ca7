import { toKey } from "./s3-target.ts";
import { withDefaults } from "./options.ts";
import type { UploadOptions } from "./run-uploads.ts";
import { ConditionalObject, LinesObject } from "./s3/conditional-object.ts";
import { ObjectStore } from "./s3/object-store.ts";
import { readText } from "./s3/s3-error.ts";

export type StoreOptions = Omit<UploadOptions, "uploads" | "links" | "send">;

const storeOf = ({ target, s3, sendToStore: send, ...conduct }: StoreOptions): ObjectStore =>
  new ObjectStore(s3, target, withDefaults({ ...conduct, send, links: new Map() }));

/** Returns the JSON object whose key is the prefix of the target. */
export const makeJsonObject = (options: StoreOptions): ConditionalObject =>
  new ConditionalObject(storeOf(options), options.target.prefix, "application/json");

/** The small objects of a bucket as files of a folder. Names are relative to the prefix. */
export class BucketFiles {
  readonly #store: ObjectStore;
  readonly #signal: AbortSignal | undefined;

  constructor(options: StoreOptions) {
    this.#store = storeOf(options);
    this.#signal = options.signal;
  }

  /** Returns the sizes of all objects below the prefix, by their names. */
  async list(): Promise<Map<string, number>> {
    const { prefix } = this.#store.target;
    const folder = prefix === "" ? "" : `${prefix}/`;
    const sizes = new Map<string, number>();
    for (let last: string | undefined; ;) {
      const query: Record<string, string> = { "list-type": "2", prefix: folder };
      if (last !== undefined) query["start-after"] = last;
      const { text } = await this.#ask({ method: "GET", query, what: `list ${folder}` });
      const keys = [...text.matchAll(/<Contents>.*?<\/Contents>/gsu)].map(([entry]) => {
        const key = readText(entry, "Key") ?? "";
        sizes.set(key.slice(folder.length), Number(readText(entry, "Size")));
        return key;
      });
      last = keys.at(-1);
      if (last === undefined || readText(text, "IsTruncated") !== "true") return sizes;
    }
  }

  /** Returns the text of an object, or an empty text for a missing one. */
  async read(name: string): Promise<string> {
    return (await new LinesObject(this.#store, name).read(this.#signal)) ?? "";
  }

  async put(name: string, body: string | Uint8Array, contentType: string): Promise<void> {
    const headers = { "content-type": contentType };
    await this.#ask({ method: "PUT", key: this.#resolveKey(name), body, headers, what: `write ${name}` });
  }

  async remove(name: string): Promise<void> {
    const key = this.#resolveKey(name);
    await this.#ask({ method: "DELETE", key, what: `delete ${name}`, allowed: [404] });
  }

  /** Appends the lines that an object does not have; other machines may append to it at the same time. */
  append(name: string, lines: readonly string[]): Promise<void> {
    return new LinesObject(this.#store, name).append(lines);
  }

  #resolveKey(name: string): string {
    return toKey(this.#store.target, name) ?? name;
  }

  #ask(request: Parameters<ObjectStore["ask"]>[0]): ReturnType<ObjectStore["ask"]> {
    return this.#store.ask({ ...request, ...(this.#signal && { signal: this.#signal }) });
  }
}
