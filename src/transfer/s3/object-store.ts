import { TransportError, type HttpResponse } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { readInterruptibly } from "../../time/interruptible.ts";
import type { StreamSettings } from "../options.ts";
import { parseRetryAfter, transferBackoffMs } from "../../time/retry-timing.ts";
import { s3CodeOf, s3Error, type S3Refusal } from "./s3-error.ts";
import type { S3Settings } from "../s3-settings.ts";
import type { S3Target } from "../s3-target.ts";
import { signRequest, type S3Request } from "./sign-request.ts";

export interface Asked extends S3Request {
  /** What is being done, with the name, for the error. */
  what: string;
  signal?: AbortSignal;
  /** Statuses of refusals that the caller wants to see himself. */
  allowed?: readonly number[];
  /** Tries after the first; default: as for downloads. */
  retries?: number;
}

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

/** A manifest of a hundred thousand files fits. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Tries after the first at a store that has never answered: its name or address may be wrong. */
const UNREACHED_RETRIES = 2;

/** A line that is thinner than this is given up. */
const LEAST_BYTES_PER_SECOND = 32_000;

/** "Come again", in whatever status it is wrapped. */
const TRY_AGAIN = new Set([
  "SlowDown",
  "RequestTimeout",
  "InternalError",
  "ServiceUnavailable",
  "OperationAborted",
]);

/** One bucket of an S3 endpoint: signed requests, repeated with full jitter while the store is busy. */
export class ObjectStore {
  #isReached = false;

  constructor(
    readonly settings: S3Settings,
    readonly target: S3Target,
    readonly conduct: Conduct,
  ) {}

  /** Throws DESTINATION_REFUSED, or SERVICE_ERROR, RATE_LIMITED, NETWORK, TIMEOUT when the tries are used up. */
  async ask({ what, signal, allowed = [], retries, ...request }: Asked): Promise<S3Reply> {
    const { clock, random, maxRetryAfterMs } = this.conduct;
    for (let tries = 1; ; tries++) {
      const isLast = tries > (retries ?? this.conduct.retries);
      const isUnreached = !this.#isReached && tries > UNREACHED_RETRIES;
      const reply = await this.#once(request, what, signal, isLast || isUnreached);
      if (reply !== undefined) {
        this.#isReached = true;
        // A completion may begin its answer before it has done the work: an error then comes with a 200.
        const isRefused = reply.status >= 300 || (request.method === "POST" && s3CodeOf(reply) !== "");
        if (!isRefused || allowed.includes(reply.status)) return { ...reply, tries };
        const mayComeAgain = reply.status >= 500 || reply.status === 429 || TRY_AGAIN.has(s3CodeOf(reply));
        if (isLast || !mayComeAgain) throw s3Error(what, this.target.bucket, reply);
      }
      const askedMs = parseRetryAfter(reply?.headers["retry-after"], clock.now()) ?? 0;
      const waitMs = Math.min(askedMs, maxRetryAfterMs) + transferBackoffMs(tries, random);
      await clock.sleep(waitMs, signal);
    }
  }

  /** Undefined when no reply came, and another try is allowed. */
  async #once(
    request: S3Request,
    what: string,
    signal: AbortSignal | undefined,
    isLast: boolean,
  ): Promise<S3Refusal | undefined> {
    const { send, clock, userAgent, idleTimeoutMs } = this.conduct;
    // No answer can come before the body is over, and a thin line takes its time for it.
    const sendingMs = ((request.body?.length ?? 0) / LEAST_BYTES_PER_SECOND) * 1000;
    const headersTimeoutMs = this.conduct.headersTimeoutMs + sendingMs;
    signal?.throwIfAborted();
    const signed = await signRequest(this.settings, this.target, request, clock.now());
    const headers = { ...signed.headers, ...(userAgent !== undefined && { "user-agent": userAgent }) };
    try {
      const reply = await send({ ...signed, headers, signal, headersTimeoutMs, idleTimeoutMs });
      return { status: reply.status, headers: reply.headers, text: await textOfBody(reply, what, signal) };
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof TransportError)) throw error;
      if (!isLast && error.reason !== "tls") return undefined;
      const isTimeout = error.reason === "timeout" || error.reason === "connect-timeout";
      const { host } = new URL(signed.url);
      const message = `S3: ${what}: the request to ${host} failed (${error.reason})`;
      throw new AppError("network", isTimeout ? "TIMEOUT" : "NETWORK", message, {
        cause: error,
        hint: "Check AWS_ENDPOINT_URL_S3 and AWS_REGION, and whether the store can be reached",
      });
    }
  }
}

/** Never a part of a body: a manifest that was read in part would be written back in part. */
async function textOfBody(
  { body }: HttpResponse,
  what: string,
  signal = new AbortController().signal,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of readInterruptibly(body, signal)) {
    bytes += chunk.length;
    if (bytes > MAX_REPLY_BYTES)
      throw new AppError("io", "DESTINATION_REFUSED", `S3: ${what}: the reply is larger than 64 MiB`, {
        hint: "A manifest that has grown so large needs a new prefix",
      });
    chunks.push(Uint8Array.from(chunk));
  }
  return Buffer.concat(chunks).toString("utf8");
}
