import type { EventLoopUtilization } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { TransportError, type HttpRequest, type HttpResponse, type Take } from "../../contract/send.ts";
import { onAbort } from "../../time/on-abort.ts";
import { bodyOf } from "../body-queue.ts";
import type { ThreadFault, ThreadReport, ThreadRequest, ThreadSettings } from "./thread-messages.ts";

type Progress = Extract<ThreadReport, { kind: "written" | "bytes" }>;
/** A message without its number. */
type Unnumbered<T> = T extends unknown ? Omit<T, "id"> : never;

/** One thread that makes requests and writes bodies to files; this is its end in the main thread. */
export class DataThread {
  readonly #worker: Worker;
  /** For each request that has not ended, what receives its reports. */
  readonly #receivers = new Map<number, (report: ThreadReport) => void>();
  #lastId = 0;
  isAlive = true;

  constructor(path: string, settings: ThreadSettings) {
    this.#worker = new Worker(path, { name: "swath-data", workerData: settings });
    // The thread keeps the process alive only while it has a request.
    this.#worker.unref();
    this.#worker.on("message", (report: ThreadReport) => this.#receivers.get(report.id)?.(report));
    this.#worker.on("error", () => this.#lose()).on("exit", () => this.#lose());
  }

  /** Requests that have not ended. */
  get load(): number {
    return this.#receivers.size;
  }

  eventLoopUtilization(): EventLoopUtilization {
    return this.#worker.performance.eventLoopUtilization();
  }

  /** As `Send`. */
  async send({ signal, ...request }: HttpRequest): Promise<HttpResponse> {
    const id = ++this.#lastId;
    const abort = (): void => this.#post(id, { kind: "abort" });
    const release = onAbort(signal, abort);
    this.#worker.ref();
    const asked = this.#ask(id, { kind: "send", request }, release);
    if (signal?.aborted === true) abort();
    const head = await asked;
    if (head.kind !== "head")
      throw new TransportError("protocol", "maybe", "the data thread reported no head");
    const { status, headers } = head;
    const drain = (take: Take): Promise<void> =>
      this.#receive(id, { kind: "read" }, release, (report) =>
        report.kind === "bytes" ? take(report.bytes) : undefined,
      );
    const reply: HttpResponse = { status, headers, drain, body: bodyOf(drain, abort) };
    if (!isPlainFile(reply)) return reply;
    reply.writeTo = ({ fd, position, onWritten }) =>
      this.#receive(id, { kind: "write", fd, position }, release, (report) => onWritten(report.position));
    return reply;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Sends the message, and resolves with the next report but those of progress; rejects when that is a failure. */
  #ask(
    id: number,
    message: Unnumbered<ThreadRequest>,
    release: () => void,
    onProgress: (report: Progress) => void = () => undefined,
  ): Promise<ThreadReport> {
    return new Promise((resolve, reject) => {
      this.#receivers.set(id, (report) => {
        if (report.kind === "written" || report.kind === "bytes") return onProgress(report);
        if (report.kind === "head") return resolve(report);
        release();
        this.#receivers.delete(id);
        if (this.load === 0) this.#worker.unref();
        if (report.kind === "failed") reject(errorOf(report.fault));
        else resolve(report);
      });
      this.#post(id, message);
    });
  }

  /** Asks for the body. Each progress is acknowledged when it has been recorded; newer counts replace those that wait. */
  async #receive(
    id: number,
    message: Unnumbered<ThreadRequest>,
    release: () => void,
    record: (report: Progress) => void | Promise<void>,
  ): Promise<void> {
    let latest: Progress | undefined;
    let recording: Promise<void> | undefined;
    let refusal: { error: unknown } | undefined;
    const recordLatest = async (): Promise<void> => {
      try {
        for (let report = latest; report !== undefined; report = latest) {
          latest = undefined;
          await record(report);
          this.#post(id, { kind: "acknowledge", position: report.position });
        }
      } catch (error) {
        refusal = { error };
        this.#post(id, { kind: "abort" });
      }
      recording = undefined;
    };
    const onProgress = (report: Progress): void => {
      latest = report;
      if (refusal === undefined) recording ??= recordLatest();
    };
    try {
      await this.#ask(id, message, release, onProgress);
    } finally {
      await recording;
      // oxlint-disable-next-line no-unsafe-finally -- what the caller threw is the reason for the failure
      if (refusal !== undefined) throw refusal.error;
    }
  }

  #post(id: number, message: Unnumbered<ThreadRequest>): void {
    if (this.isAlive) return this.#worker.postMessage({ id, ...message }, []);
    const fault: ThreadFault = { reason: "reset", delivered: "maybe", message: "the data thread has ended" };
    // Later, when the caller has a promise to wait for.
    return queueMicrotask(() => this.#receivers.get(id)?.({ id, kind: "failed", fault }));
  }

  #lose(): void {
    this.isAlive = false;
    for (const id of this.#receivers.keys()) this.#post(id, { kind: "abort" });
  }
}

/** Whether the bytes of the body are those of the file, and as many as announced. */
const isPlainFile = ({ status, headers }: HttpResponse): boolean =>
  (status === 200 || status === 206) &&
  headers["content-length"] !== undefined &&
  headers["transfer-encoding"] === undefined &&
  /^(?:identity)?$/i.test(headers["content-encoding"] ?? "");

function errorOf(fault: ThreadFault): Error {
  if ("reason" in fault) return new TransportError(fault.reason, fault.delivered, fault.message);
  return Object.assign(new Error(fault.message), fault.errno === "" ? {} : { code: fault.errno });
}
