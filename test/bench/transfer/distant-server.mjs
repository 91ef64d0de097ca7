/** A far-away object store: argv = folder, address, port, round trip in ms, bytes per second of each connection (0 = any). */
import { openSync, readSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { rangeOf } from "./range-of.mjs";

const [dir, address, port, roundTripMs, bytesPerSecond] = process.argv.slice(2);
const TICK_MS = 10;
const known = new WeakSet();
const opened = new Map();

/** Sizes and descriptors are looked up once: the server must not be the limit. */
function look(path) {
  if (!opened.has(path)) opened.set(path, { size: statSync(path).size, fd: openSync(path, "r") });
  return opened.get(path);
}

function answer(request, response) {
  let file;
  try {
    file = look(join(dir, "www", request.url));
  } catch {
    return response.writeHead(404).end();
  }
  const { status, start, end, headers } = rangeOf(request, file.size);
  response.writeHead(status, headers);
  if (request.method === "HEAD") return response.end();
  if (Number(bytesPerSecond) === 0) {
    const bytes = Buffer.allocUnsafe(end - start + 1);
    readSync(file.fd, bytes, 0, bytes.length, start);
    return response.end(bytes);
  }
  return trickle(response, file.fd, start, end);
}

/** Sends by the clock, at most one tick ahead of it. */
function trickle(response, fd, start, end) {
  const beginMs = performance.now();
  let position = start;
  const timer = setInterval(() => {
    const due = start + ((performance.now() - beginMs) / 1000) * Number(bytesPerSecond);
    const count = Math.min(end + 1, Math.floor(due)) - position;
    if (count <= 0 || response.writableLength > 1 << 20) return;
    const bytes = Buffer.allocUnsafe(count);
    readSync(fd, bytes, 0, count, position);
    response.write(bytes);
    position += count;
    if (position <= end) return;
    clearInterval(timer);
    response.end();
  }, TICK_MS);
  response.on("close", () => clearInterval(timer));
}

createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  // The first request of a connection includes the connection setup.
  const waitMs = known.has(request.socket) ? Number(roundTripMs) : 2 * Number(roundTripMs);
  known.add(request.socket);
  setTimeout(() => answer(request, response), waitMs);
}).listen(Number(port), address, 4096);
