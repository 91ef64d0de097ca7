/**
 * Entry point of a data thread: requests large files, and writes their bytes to file descriptors of the main
 * thread.
 */
import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { TransportError, type HttpResponse, type Take } from "../contract/send.ts";
import { systemClock } from "../time/clock.ts";
import { undiciSend } from "./undici-send.ts";
import {
  aheadBytes,
  reportBytes,
  type ThreadFault,
  type Order,
  type Report,
  type ThreadSettings,
} from "./threads/thread-messages.ts";

const { connectTimeoutMs, caFile, extraCaFile } = workerData as ThreadSettings;
const env = { NODE_EXTRA_CA_CERTS: extraCaFile };
const send = undiciSend({ clock: systemClock, connectTimeoutMs, caFile, env });

interface Exchange {
  id: number;
  ending: AbortController;
  reply?: HttpResponse;
  chunks?: AsyncIterator<Uint8Array>;
  noted: number;
  /** Continues a write that waits until the main thread has recorded the progress. */
  wake?: () => void;
}

/** A smaller write waits while the main thread is still recording earlier progress. */
const LEAST_WRITE_BYTES = 64 * 1024;

/** Progress is reported at least this often, however small it is. */
const REPORT_MS = 50;

const exchanges = new Map<number, Exchange>();
const post = (report: Report): void => parentPort?.postMessage(report, []);

async function ask(id: number, request: Extract<Order, { kind: "ask" }>["request"]): Promise<void> {
  const exchange: Exchange = { id, ending: new AbortController(), noted: 0 };
  exchanges.set(id, exchange);
  // Not kept alive: no other thread could use the connection, and it would exceed the limit on connections.
  const asked = { ...request, headers: { ...request.headers, connection: "close" } };
  exchange.reply = await send({ ...asked, threaded: false, signal: exchange.ending.signal });
  const { status, headers, drain } = exchange.reply;
  post({ id, kind: "head", status, headers: { ...headers }, isPlain: drain !== undefined });
}

async function pour(exchange: Exchange, fd: number, from: number): Promise<void> {
  const { id, ending, reply } = exchange;
  let position = (exchange.noted = from);
  let reported = from;
  const report = (): void => {
    if (reported < position) post({ id, kind: "written", position });
    reported = position;
  };
  const write = (bytes: Uint8Array): Uint8Array => {
    let rest = bytes;
    while (rest.length > 0) {
      if (ending.signal.aborted) throw ending.signal.reason;
      const room = exchange.noted + aheadBytes(position - from) - position;
      if (room < Math.min(rest.length, LEAST_WRITE_BYTES)) {
        report();
        break;
      }
      const count = writeSync(fd, rest, 0, Math.min(rest.length, room), position);
      position += count;
      rest = rest.subarray(count);
      if (position - reported >= reportBytes(position - from)) report();
    }
    if (reported < position) void reportSoon();
    return rest;
  };
  let isSoon = false;
  const reportSoon = async (): Promise<void> => {
    if (isSoon) return;
    isSoon = true;
    await systemClock.sleep(REPORT_MS);
    isSoon = false;
    report();
  };
  const take: Take = (bytes) => {
    const rest = write(bytes);
    return rest.length === 0 ? undefined : whenNoted(rest);
  };
  const whenNoted = async (bytes: Uint8Array): Promise<void> => {
    for (let rest = bytes; rest.length > 0; rest = write(rest)) {
      await new Promise<void>((resolve) => (exchange.wake = resolve));
    }
  };
  // Progress is reported before a fault.
  await reply!.drain!(take).finally(report);
  post({ id, kind: "end" });
  exchanges.delete(id);
}

async function pull(exchange: Exchange): Promise<void> {
  const { id } = exchange;
  exchange.chunks ??= exchange.reply!.body[Symbol.asyncIterator]();
  const step = await exchange.chunks.next();
  // A copy: the bytes may be a view of a larger buffer.
  if (step.done !== true) return post({ id, kind: "chunk", bytes: Uint8Array.from(step.value) });
  post({ id, kind: "end" });
  exchanges.delete(id);
}

function abort(exchange: Exchange): void {
  exchange.ending.abort(new TransportError("aborted", "maybe", "given up before the reply was complete"));
  exchange.wake?.();
  exchanges.delete(exchange.id);
}

function faultOf(error: unknown): ThreadFault {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof TransportError) {
    return { reason: error.reason, delivered: error.delivered, message: error.message };
  }
  return { errno: code ?? "", message };
}

async function handle(order: Order): Promise<void> {
  if (order.kind === "ask") return ask(order.id, order.request);
  const exchange = exchanges.get(order.id);
  // The exchange has ended; its report is on the way.
  if (exchange === undefined) return undefined;
  if (order.kind === "pour") return pour(exchange, order.fd, order.position);
  if (order.kind === "pull") return pull(exchange);
  if (order.kind === "abort") return abort(exchange);
  exchange.noted = order.position;
  exchange.wake?.();
  return undefined;
}

parentPort?.on("message", (order: Order) => {
  handle(order).catch((error: unknown) => {
    exchanges.delete(order.id);
    post({ id: order.id, kind: "failed", fault: faultOf(error) });
  });
});
