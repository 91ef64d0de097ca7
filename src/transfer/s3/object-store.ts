import { hash } from "node:crypto";
import { type HttpResponse, TransportError } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { readInterruptibly } from "../../time/deadline.ts";
import { parseRetryAfter, planRetry, STORE_RETRY } from "../../time/retry.ts";
import type { StreamSettings } from "../options.ts";
import type { S3Settings } from "../s3-settings.ts";
import type { S3Target } from "../s3-target.ts";
import { isS3Error, readS3Code, toS3Error, type S3Refusal } from "./s3-error.ts";
import { type S3Request, signRequest } from "./sign-request.ts";

export interface Asked extends S3Request {
  /** The action and the object's name, for the error. */
  what: string;
  signal?: AbortSignal;
  /** Error statuses that are returned to the caller. */
  allowed?: readonly number[];
  /** Number of retries; default: as for downloads. */
  retries?: number;
}

/** The known properties of an object before its first byte. */
export interface NewObject {
  key: string;
  contentType: string;
  /** `x-amz-meta-*` without the prefix, ASCII. */
  metadata: Readonly<Record<string, string>>;
}

export const makeHeaders = ({ contentType, metadata }: Omit<NewObject, "key">): Record<string, string> => ({
  "content-type": contentType,
  ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
});

export type S3Reply = S3Refusal & { tries: number };

type Conduct = Pick<
  StreamSettings,
  | "send"
  | "clock"
  | "random"
  | "retries"
  | "headersTimeoutMs"
  | "idleTimeoutMs"
  | "maxRetryAfterMs"
  | "userAgent"
>;

/** Maximum size of a response, enough for a manifest of a hundred thousand files. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Number of retries at a store that has never responded, whose address may be wrong. */
const UNREACHED_RETRIES = 2;

/** Minimum rate of an upload; a slower one is given up. */
const MIN_BYTES_PER_SECOND = 32_000;

/** Error codes that ask for a retry, whatever the status. */
const TRY_AGAIN = new Set([
  "SlowDown",
  "RequestTimeout",
  "InternalError",
  "ServiceUnavailable",
  "OperationAborted",
]);

/** One bucket of an S3 endpoint: signed requests, retried with full jitter while the store is busy. */
export class ObjectStore {
  #isReached = false;
  /** Whether the plain ETags of this store are the MD5 of the bytes; undefined before the first proof. */
  #hasMd5Tags: boolean | undefined;

  constructor(
    readonly settings: S3Settings,
    readonly target: S3Target,
    readonly conduct: Conduct,
  ) {}

  /** Throws DESTINATION_REFUSED, or SERVICE_ERROR, RATE_LIMITED, NETWORK, TIMEOUT when the retries are used up. */
  async ask({ what, signal, allowed = [], retries, ...request }: Asked): Promise<S3Reply> {
    const { clock, random, maxRetryAfterMs } = this.conduct;
    for (let tries = 1; ; tries++) {
      const reply = await this.#sendOnce(request, what, signal);
      const isLost = reply instanceof AppError;
      if (!isLost) {
        this.#isReached = true;
        const isRefused = isS3Error(reply);
        if (!isRefused) await this.#requireStored(request, reply, what, signal);
        if (!isRefused || allowed.includes(reply.status)) return { ...reply, tries };
      }
      const plan = planRetry(
        { ...STORE_RETRY, maxRetryAfterMs },
        {
          failures: tries,
          retries: this.#countRetries(reply, retries ?? this.conduct.retries),
          askedMs: isLost ? 0 : parseRetryAfter(reply.headers["retry-after"], clock.now()),
          random,
        },
      );
      if (plan.kind !== "wait") throw isLost ? reply : toS3Error(what, this.target.bucket, reply);
      await clock.sleep(plan.waitMs, signal);
    }
  }

  /** Returns the number of retries after this failure, at most `retries`; 0 when a retry would have the same outcome. */
  #countRetries(failure: AppError | S3Refusal, retries: number): number {
    if (failure instanceof AppError) {
      if ((failure.cause as TransportError).reason === "tls") return 0;
      return this.#isReached ? retries : Math.min(retries, UNREACHED_RETRIES);
    }
    const mayComeAgain =
      failure.status >= 500 || failure.status === 429 || TRY_AGAIN.has(readS3Code(failure));
    return mayComeAgain ? retries : 0;
  }

  /**
   * Throws DOWNLOAD_INCOMPLETE when the response to a PUT shows that the store has not stored these bytes: it has no ETag, or that of other
   * bytes. Some stores have ETags of another kind, so the first difference is checked by reading the object back.
   */
  async #requireStored(
    { method, key, query, body }: S3Request,
    { headers }: S3Refusal,
    what: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (method !== "PUT" || body === undefined) return;
    if (headers["etag"] === undefined)
      throw toNotStored(`${what}: the response has no ETag, so nothing shows that it is stored`);
    const sent = this.#hasMd5Tags === false ? undefined : hashMd5(body);
    const stored = findPlainMd5(headers);
    if (sent === undefined || stored === undefined) return;
    if (stored === sent) this.#hasMd5Tags = true;
    else if (this.#hasMd5Tags !== true) {
      // A part cannot be read back; the size of its object is checked in the end.
      if (query?.["uploadId"] !== undefined) return;
      const there = await this.#sendOnce({ method: "GET", key }, what, signal);
      if (there instanceof AppError) throw there;
      if (there.status !== 200 || there.bytes.compare(Buffer.from(body)) !== 0)
        throw toOtherBytes(what, stored, sent);
      this.#hasMd5Tags = false;
    } else throw toOtherBytes(what, stored, sent);
  }

  /** Returns the header with the body's checksum, if the store accepts it. */
  makeChecksumHeader(body: Uint8Array): Record<string, string> {
    if (!this.settings.sendsChecksums) return {};
    return { "x-amz-checksum-sha256": hash("sha256", body, "base64") };
  }

  /** Returns the error when no complete response arrived, with its `TransportError` as cause. */
  async #sendOnce(
    request: S3Request,
    what: string,
    signal: AbortSignal | undefined,
  ): Promise<(S3Refusal & { bytes: Buffer }) | AppError> {
    const { send, clock, userAgent, idleTimeoutMs } = this.conduct;
    // The response can only follow the body, which takes time on a slow network.
    const sendingMs = ((request.body?.length ?? 0) / MIN_BYTES_PER_SECOND) * 1000;
    const headersTimeoutMs = this.conduct.headersTimeoutMs + sendingMs;
    signal?.throwIfAborted();
    const signed = await signRequest(this.settings, this.target, request, clock.now());
    const headers = { ...signed.headers, ...(userAgent !== undefined && { "user-agent": userAgent }) };
    try {
      const reply = await send({ ...signed, headers, signal, headersTimeoutMs, idleTimeoutMs });
      const bytes = await readBody(reply, what, signal);
      return { status: reply.status, headers: reply.headers, text: bytes.toString("utf8"), bytes };
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof TransportError)) throw error;
      const isTimeout = error.reason === "timeout" || error.reason === "connect-timeout";
      const { host } = new URL(signed.url);
      const message = `S3: ${what}: the request to ${host} failed (${error.reason})`;
      return new AppError("network", isTimeout ? "TIMEOUT" : "NETWORK", message, {
        cause: error,
        next: "Check AWS_ENDPOINT_URL_S3 and AWS_REGION, and whether the store can be reached",
      });
    }
  }
}

/** Returns the whole body, never a part: a partial manifest would be written back. */
async function readBody(
  { body }: HttpResponse,
  what: string,
  signal = new AbortController().signal,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of readInterruptibly(body, signal)) {
    bytes += chunk.length;
    if (bytes > MAX_REPLY_BYTES)
      throw new AppError("io", "DESTINATION_REFUSED", `S3: ${what}: the response is larger than 64 MiB`, {
        next: "A manifest that has grown so large needs a new prefix",
      });
    chunks.push(Uint8Array.from(chunk));
  }
  return Buffer.concat(chunks);
}

const toNotStored = (finding: string): AppError =>
  new AppError("service", "DOWNLOAD_INCOMPLETE", `S3: ${finding}`, { next: "Run the same command again" });

const toOtherBytes = (what: string, stored: string, sent: string): AppError =>
  toNotStored(`${what}: the store has other bytes than were sent (MD5 ${stored}, not ${sent})`);

/** Headers of objects whose ETag is not the MD5 of their bytes: encrypted with a key of the customer or of a key service. */
const KEY_HEADERS = [
  "x-amz-server-side-encryption-customer-algorithm",
  "x-amz-server-side-encryption-aws-kms-key-id",
];

/** Returns the MD5 in a plain ETag, in lower case; undefined for the ETag of several parts or of an encrypted object. */
export function findPlainMd5(headers: Readonly<Record<string, string>>): string | undefined {
  const encryption = headers["x-amz-server-side-encryption"] ?? "AES256";
  if (encryption !== "AES256" || KEY_HEADERS.some((name) => headers[name] !== undefined)) return undefined;
  return /^"?([0-9a-f]{32})"?$/iu.exec(headers["etag"]?.trim() ?? "")?.[1]?.toLowerCase();
}

/** Returns undefined on a machine that forbids MD5. */
export function hashMd5(body: Uint8Array | string): string | undefined {
  try {
    return hash("md5", body);
  } catch {
    return undefined;
  }
}
