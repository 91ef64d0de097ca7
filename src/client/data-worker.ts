/** Entry point of a data thread: makes requests, and writes bodies to file descriptors of the main thread. */
import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { TransportError, type HttpRequest, type HttpResponse } from "../contract/send.ts";
import { systemClock } from "../time/clock.ts";
import { undiciSend } from "./undici-send.ts";
import type { ThreadFault, ThreadReport, ThreadRequest, ThreadSettings } from "./threads/thread-messages.ts";

const { connectTimeoutMs, caFile, extraCaFile } = workerData as ThreadSettings;
const env = { NODE_EXTRA_CA_CERTS: extraCaFile };
const send = undiciSend({ clock: systemClock, connectTimeoutMs, caFile, env });

interface Exchange {
  id: number;
  ending: AbortController;
  reply?: HttpResponse;
  /** The request is being sent, or its body being taken: that ends with a report when it is aborted. */
  isBusy: boolean;
  /** The main thread has recorded the progress up to here. */
  acknowledged: number;
  /** Continues what waits for an acknowledgement or an abort. */
  wake?: () => void;
}

/** A kill loses what was written and not recorded: so much at most, or a share of what has come. */
const LEAST_AHEAD_BYTES = 128 * 1024;
const AHEAD_SHARE = 0.015;
const aheadBytes = (come: number): number => Math.max(LEAST_AHEAD_BYTES, Math.floor(come * AHEAD_SHARE));

/** A smaller write waits for an acknowledgement. */
const LEAST_WRITE_BYTES = 64 * 1024;

/** Progress is reported after so many bytes, or after so long. */
const REPORT_BYTES = 4 * 1024 * 1024;
const REPORT_MS = 50;

const exchanges = new Map<number, Exchange>();
const post = (report: ThreadReport): void => parentPort?.postMessage(report, []);

async function request(id: number, wanted: Omit<HttpRequest, "signal">): Promise<void> {
  const exchange: Exchange = { id, ending: new AbortController(), isBusy: true, acknowledged: 0 };
  exchanges.set(id, exchange);
  // Not kept alive: no other thread could use the connection, and it would exceed the limit on connections.
  const headers = { ...wanted.headers, connection: "close" };
  exchange.reply = await send({ ...wanted, headers, threaded: false, signal: exchange.ending.signal });
  const { status, headers: received } = exchange.reply;
  exchange.isBusy = false;
  post({ id, kind: "head", status, headers: { ...received } });
}

async function writeBody(exchange: Exchange, fd: number, start: number): Promise<void> {
  const { id, ending, reply } = exchange;
  let position = (exchange.acknowledged = start);
  let reported = start;
  let isReportDue = false;
  const report = (): void => {
    isReportDue = false;
    if (reported < position) post({ id, kind: "written", position });
    reported = position;
  };
  const reportSoon = (): void => {
    if (isReportDue) return;
    isReportDue = true;
    void systemClock.sleep(REPORT_MS).then(report);
  };
  /** Writes what may be written ahead of the acknowledgements, and returns the rest. */
  const write = (bytes: Uint8Array): Uint8Array => {
    let rest = bytes;
    while (rest.length > 0) {
      ending.signal.throwIfAborted();
      const ahead = aheadBytes(position - start);
      const room = exchange.acknowledged + ahead - position;
      if (room < Math.min(rest.length, LEAST_WRITE_BYTES)) {
        report();
        return rest;
      }
      const count = writeSync(fd, rest, 0, Math.min(rest.length, room), position);
      position += count;
      rest = rest.subarray(count);
      if (position - reported >= Math.min(REPORT_BYTES, ahead / 2)) report();
      else reportSoon();
    }
    return rest;
  };
  const writeLater = async (bytes: Uint8Array): Promise<void> => {
    for (let rest = bytes; rest.length > 0; rest = write(rest)) {
      await new Promise<void>((resolve) => (exchange.wake = resolve));
    }
  };
  const take = (bytes: Uint8Array): undefined | Promise<void> => {
    const rest = write(bytes);
    return rest.length === 0 ? undefined : writeLater(rest);
  };
  // Progress is reported before a fault.
  await reply!.drain!(take).finally(report);
}

async function readBody(exchange: Exchange): Promise<void> {
  const { id, ending, reply } = exchange;
  let position = 0;
  await reply!.drain!(async (view) => {
    position += view.length;
    post({ id, kind: "bytes", position, bytes: Uint8Array.from(view) });
    while (exchange.acknowledged < position) {
      await new Promise<void>((resolve) => (exchange.wake = resolve));
      ending.signal.throwIfAborted();
    }
  });
}

function faultOf(error: unknown): ThreadFault {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof TransportError) {
    return { reason: error.reason, delivered: error.delivered, message: error.message };
  }
  return { errno: code ?? "", message };
}

async function handle(message: ThreadRequest): Promise<void> {
  const { id } = message;
  if (message.kind === "send") return request(id, message.request);
  const exchange = exchanges.get(id);
  if (message.kind === "write" || message.kind === "read") {
    if (exchange === undefined) throw givenUp();
    exchange.isBusy = true;
    await (message.kind === "read" ? readBody(exchange) : writeBody(exchange, message.fd, message.position));
    exchanges.delete(id);
    return post({ id, kind: "end" });
  }
  // It has ended, and its last report is on the way.
  if (exchange === undefined) return undefined;
  if (message.kind === "acknowledge") exchange.acknowledged = message.position;
  else exchange.ending.abort(givenUp());
  exchange.wake?.();
  if (message.kind === "abort" && !exchange.isBusy) throw givenUp();
  return undefined;
}

const givenUp = (): TransportError =>
  new TransportError("aborted", "maybe", "given up before the reply was complete");

parentPort?.on("message", (message: ThreadRequest) => {
  handle(message).catch((error: unknown) => {
    exchanges.delete(message.id);
    post({ id: message.id, kind: "failed", fault: faultOf(error) });
  });
});
