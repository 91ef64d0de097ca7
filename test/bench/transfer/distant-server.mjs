/**
 * A far-away object store: argv = folder, address, port, round trip in ms, bytes per second of each connection (0 = any), bytes per
 * second of all connections (0 = any), and a file that gets the number of sent bytes of each response, as a line.
 */
import { appendFileSync, openSync, readSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { rangeOf } from "./range-of.mjs";

const [dir, address, port, roundTripMs, bytesPerSecond, lineBytesPerSecond, log] = process.argv.slice(2);
const TICK_MS = 10;
const PIECE = 64 * 1024;
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
  if (Number(lineBytesPerSecond) > 0) return void line.push({ response, fd: file.fd, at: start, start, end });
  if (Number(bytesPerSecond) === 0) {
    const bytes = Buffer.allocUnsafe(end - start + 1);
    readSync(file.fd, bytes, 0, bytes.length, start);
    return response.end(bytes);
  }
  return trickle(response, file.fd, start, end);
}

/** The responses in progress share the line: each gets a piece in turn. */
const line = [];
let spareBytes = 0;
let lastMs = performance.now();

function shareLine() {
  const nowMs = performance.now();
  // A line that was idle has no bytes to spare.
  const mostBytes = Number(lineBytesPerSecond) / 10;
  spareBytes = Math.min(mostBytes, spareBytes + ((nowMs - lastMs) / 1000) * Number(lineBytesPerSecond));
  lastMs = nowMs;
  for (let turns = line.length; turns > 0 && spareBytes >= PIECE;) {
    const one = line.shift();
    const { response, fd, at, start, end } = one;
    const isOver = response.destroyed || at > end;
    if (isOver && log !== undefined) appendFileSync(log, `${at - start}\n`);
    if (isOver) {
      response.end();
      turns -= 1;
      continue;
    }
    line.push(one);
    if (response.writableLength > 1 << 20) {
      turns -= 1;
      continue;
    }
    turns = line.length;
    const bytes = Buffer.allocUnsafe(Math.min(PIECE, end + 1 - at));
    readSync(fd, bytes, 0, bytes.length, at);
    response.write(bytes);
    one.at += bytes.length;
    spareBytes -= bytes.length;
  }
}

if (Number(lineBytesPerSecond) > 0) setInterval(shareLine, TICK_MS);

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
