import type { EventLoopUtilization } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import { TransportError, type HttpRequest, type HttpResponse, type Sink } from "../../contract/send.ts";
import { onAbort } from "../../time/on-abort.ts";
import type { ThreadFault, Order, Report, ThreadSettings } from "./thread-messages.ts";

type Heard = (report: Report) => void;
/** An order without its number. */
type Words = Order extends infer One ? (One extends Order ? Omit<One, "id"> : never) : never;

/** One thread that asks for files and writes them; this is its end in the main thread. */
export class DataThread {
  readonly #worker: Worker;
  readonly #heard = new Map<number, Heard>();
  #lastId = 0;
  isThere = true;

  constructor(path: string, settings: ThreadSettings) {
    this.#worker = new Worker(path, { name: "swath-data", workerData: settings });
    // A process that waits for nothing of it may end.
    this.#worker.unref();
    this.#worker.on("message", (report: Report) => this.#heard.get(report.id)?.(report));
    this.#worker.on("error", () => this.#lose()).on("exit", () => this.#lose());
  }

  /** Exchanges that are going on. */
  get load(): number {
    return this.#heard.size;
  }

  eventLoopUtilization(): EventLoopUtilization {
    return this.#worker.performance.eventLoopUtilization();
  }

  /** As `Send`. The reply has a `pour` when its body is plain. */
  async send({ signal, ...request }: HttpRequest): Promise<HttpResponse> {
    const id = ++this.#lastId;
    const abort = (): void => this.#order(id, { kind: "abort" });
    const release = onAbort(signal, abort);
    const settle = (): void => {
      release();
      this.#heard.delete(id);
      if (this.load === 0) this.#worker.unref();
    };
    this.#worker.ref();
    const asked = this.#ask(id, { kind: "ask", request }, settle);
    if (signal?.aborted === true) abort();
    const head = await asked;
    if (head.kind !== "head") throw new TransportError("protocol", "maybe", "the data thread gave no head");
    const { status, headers, isPlain } = head;
    const reply = { status, headers, body: this.#chunks(id, settle) };
    return isPlain ? { ...reply, pour: (sink) => this.#pour(id, sink, settle) } : reply;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Sends the order, and resolves with the next report. Rejects, settled, with what a failure tells. */
  #ask(id: number, words: Words, settle: () => void): Promise<Report> {
    return new Promise((resolve, reject) => {
      this.#heard.set(id, (report) => {
        if (report.kind === "end" || report.kind === "failed") settle();
        if (report.kind === "failed") reject(errorOf(report.fault));
        else resolve(report);
      });
      this.#order(id, words);
    });
  }

  #pour(id: number, { fd, position, onWritten }: Sink, settle: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      let refusal: { error: unknown } | undefined;
      this.#heard.set(id, (report) => {
        if (report.kind === "written" && refusal === undefined) {
          try {
            onWritten(report.position);
            this.#order(id, { kind: "noted", position: report.position });
          } catch (error) {
            refusal = { error };
            this.#order(id, { kind: "abort" });
          }
        }
        if (report.kind !== "end" && report.kind !== "failed") return;
        settle();
        if (refusal !== undefined) reject(refusal.error);
        else if (report.kind === "failed") reject(errorOf(report.fault));
        else resolve();
      });
      this.#order(id, { kind: "pour", fd, position });
    });
  }

  #chunks(id: number, settle: () => void): AsyncIterable<Uint8Array> {
    let isOver = false;
    const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      if (isOver) return { done: true, value: undefined };
      isOver = true;
      const report = await this.#ask(id, { kind: "pull" }, settle);
      if (report.kind !== "chunk") return { done: true, value: undefined };
      isOver = false;
      return { done: false, value: report.bytes };
    };
    const leave = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      if (!isOver) this.#order(id, { kind: "abort" });
      isOver = true;
      settle();
      return { done: true, value: undefined };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
  }

  #order(id: number, words: Words): void {
    if (this.isThere) return this.#worker.postMessage({ id, ...words }, []);
    const fault: ThreadFault = { reason: "reset", delivered: "maybe", message: "the data thread has ended" };
    // Not before the caller has what he waits with.
    return queueMicrotask(() => this.#heard.get(id)?.({ id, kind: "failed", fault }));
  }

  #lose(): void {
    this.isThere = false;
    for (const id of this.#heard.keys()) this.#order(id, { kind: "abort" });
  }
}

function errorOf(fault: ThreadFault): Error {
  if ("reason" in fault) return new TransportError(fault.reason, fault.delivered, fault.message);
  return Object.assign(new Error(fault.message), fault.errno === "" ? {} : { code: fault.errno });
}
