import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { HttpRequest, Send } from "../../../../src/contract/send.ts";
import { TransportError } from "../../../../src/contract/send.ts";
import type { Clock } from "../../../../src/time/clock.ts";
import type { TransferOptions } from "../../../../src/transfer/options.ts";
import { stoppedClock } from "../../../cli/stopped-clock.ts";
import { sceneBytes } from "../data-server.ts";
import { source, transfer } from "../transfer-world.ts";
import { fileNamesBelow } from "../../../names-below.ts";

export const MiB = 1024 * 1024;
export const ROUND_TRIP_MS = 45;
/** Of each connection. */
const BYTES_PER_MS = 4000;
const PIECE_BYTES = 128 * 1024;
const SLOW_PIECE_BYTES = 1024;

/** A large scene in which no two blocks of 4 KiB are alike, so that a splice or a shift shows. */
export function largeScene(bytes: number, seed: number): Buffer {
  const tile = sceneBytes(4096, `seed ${seed}`);
  const scene = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += tile.length) {
    tile.copy(scene, at);
    scene.writeUInt32LE(at / tile.length, at);
  }
  return scene;
}

/** A reply that is about to be sent. */
export interface FarReply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The connection breaks after this many bytes. */
  breaksAt?: number;
  /** After `at` bytes it sends this many per millisecond; 0 = none. */
  slow?: { at: number; bytesPerMs: number };
}

export interface Asked {
  url: string;
  from: number;
  /** undefined = to the end. */
  to: number | undefined;
  isRange: boolean;
  ifRange: string | undefined;
  /** Starts at 1. */
  count: number;
  /** Simultaneous requests, this one included. */
  running: number;
  atMs: number;
}

/** The answer of an object store to a GET, Range and If-Range. */
export function objectReply(scene: Buffer, asked: Asked, etag = '"v1"'): FarReply {
  const { from, to = scene.length, isRange, ifRange } = asked;
  if (!isRange || (ifRange !== undefined && ifRange !== etag)) {
    return { status: 200, headers: { etag, "content-length": String(scene.length) }, body: scene };
  }
  const body = scene.subarray(from, to);
  const range = `bytes ${from}-${from + body.length - 1}/${scene.length}`;
  return {
    status: 206,
    headers: { etag, "content-range": range, "content-length": String(body.length) },
    body,
  };
}

export type Serve = (asked: Asked) => FarReply;

/** A distant server whose connections send 4 MB per second each, and its records. */
export function farServer(clock: Clock, serve: Serve) {
  const requests: Asked[] = [];
  let running = 0;
  const seen = { requests, most: 0, sent: 0 };
  const send: Send = async (request) => {
    running += 1;
    const asked = { ...askedOf(request), count: requests.length + 1, running, atMs: clock.now() };
    requests.push(asked);
    seen.most = Math.max(seen.most, running);
    try {
      await clock.sleep(2 * ROUND_TRIP_MS, request.signal);
    } catch (error) {
      running -= 1;
      throw error;
    }
    const { status, headers, body, breaksAt = Infinity, slow } = serve(asked);
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (let at = 0; at < body.length;) {
          const most = slow !== undefined && at >= slow.at ? SLOW_PIECE_BYTES : PIECE_BYTES;
          const piece = body.subarray(at, Math.min(at + most, breaksAt));
          if (piece.length === 0) throw new TransportError("reset", "maybe", "the connection was reset");
          const rate = slow !== undefined && at >= slow.at ? slow.bytesPerMs : BYTES_PER_MS;
          await clock.sleep(piece.length / rate, request.signal);
          seen.sent += piece.length;
          yield piece;
          at += piece.length;
        }
      } finally {
        running -= 1;
      }
    };
    return { status, headers, body: pieces() };
  };
  return { send, seen };
}

function askedOf({ url, headers }: HttpRequest): Omit<Asked, "count" | "running" | "atMs"> {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/u.exec(headers["range"] ?? "") ?? [];
  return {
    url,
    from: Number(from ?? 0),
    to: to === undefined || to === "" ? undefined : Number(to) + 1,
    isRange: from !== undefined,
    ifRange: headers["if-range"],
  };
}

/** The names of a folder, and whether each has these bytes: cheaper than a fingerprint for large files. */
export async function holding(dir: string, scene: Buffer): Promise<Record<string, boolean>> {
  const found: Record<string, boolean> = {};
  for (const name of await fileNamesBelow(dir))
    if (basename(name) !== "swath-manifest.ndjson")
      found[name] = scene.equals(await readFile(join(dir, name)));
  return found;
}

/** Fetches one scene from a distant server, with the default number of connections. */
export async function fetchFar(
  dir: string,
  serve: Serve,
  options: Partial<TransferOptions> = {},
  sources = [source("http://127.0.0.1:1/scene.tif")],
) {
  const clock = stoppedClock(0);
  const { send, seen } = farServer(clock, serve);
  const run = await transfer(dir, sources, {
    send,
    clock,
    busyMs: () => 0,
    maxConnections: 128,
    ...options,
  });
  return { ...run, ...seen, seen, tookMs: clock.now() };
}
