/**
 * The limit of Node: a download loop without locks, sidecars, a journal or proof. It is not part of the program; the bench
 * measures it in rows of its own, so that every run shows the distance between the program and the machine with Node. One loop
 * with one configuration serves every workload: the first request of a file reads its first 8 MiB, the reply has the length of
 * the file, and the rest is fetched in parts by as many connections as help. Every connection reads into one buffer, which is
 * written from there to the file at its place. argv = a file of lines "url <tab> path", a CA file. LANE=raw: replies are read
 * here, by `onread` of net and tls, if they are plain (200 or 206 with Content-Length); otherwise undici reads them.
 * HASH=sha256 and FSYNC=1 add those costs.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { connect as connectPlain, isIP } from "node:net";
import { createSecureContext, connect as connectSecure } from "node:tls";

const KiB = 1024;
const MiB = 1024 * KiB;
const FIRST_REQUEST = 8 * MiB;
const SMALLEST_PART = 8 * MiB;
const LARGEST_PART = 64 * MiB;
/** Of all buffers together. */
const BUFFER_BUDGET = 32 * MiB;
/** The most bytes that TLS delivers per callback. */
const TLS_RECORD = 16 * KiB;
const SILENCE_MS = 30_000;
const LOOK_MS = 200;

const [listPath, caPath] = process.argv.slice(2);
const isRaw = process.env.LANE === "raw";
const { Client } = isRaw ? {} : await import("undici");
const secureContext = caPath === undefined ? undefined : createSecureContext({ ca: readFileSync(caPath) });
const sessions = new Map();
const total = { bytes: 0, files: 0 };

/** A socket that reads into the buffer of `buffer()` and passes the number of bytes to `callback`. */
function openSocket({ protocol, hostname, port }, onread, readAhead) {
  const isSecure = protocol === "https:";
  const place = { host: hostname, port: Number(port) || (isSecure ? 443 : 80) };
  const options = { ...place, noDelay: true, autoSelectFamily: true, onread, ...readAhead };
  if (!isSecure) return connectPlain(options);
  const key = `${place.host}:${place.port}`;
  const socket = connectSecure({
    ...options,
    secureContext,
    servername: isIP(hostname) === 0 ? hostname : "",
    ALPNProtocols: ["http/1.1"],
    session: sessions.get(key),
  });
  return socket.on("session", (session) => sessions.set(key, session));
}

const bufferBytes = (connections) =>
  Math.max(128 * KiB, Math.min(MiB, Math.floor(BUFFER_BUDGET / connections / (64 * KiB)) * 64 * KiB));

/** One file in transfer. */
class Download {
  /** Requests in progress, and one more while bytes are left to request. */
  pending = 1;
  size = undefined;
  etag = undefined;
  /** Offset of the first byte that has not been requested yet. */
  next = 0;

  constructor(url, path) {
    this.url = new URL(url);
    this.path = path;
  }

  open() {
    this.fd = openSync(`${this.path}.part`, "w", 0o644);
    if (process.env.HASH !== undefined) this.hash = createHash(process.env.HASH);
  }

  /** Checks the head of a reply to a request from `first` on; returns the offset of its last byte. */
  judge({ status, headers }, first, onSize) {
    const length = Number(headers["content-length"]);
    if (status === 206) {
      const [, from, to, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
      if (Number(from) !== first) throw new Error("another range than was asked for");
      this.etag ??= headers.etag;
      if (this.etag !== headers.etag) throw new Error("the file changed on the way");
      if (this.size === undefined) this.learn(Number(size), Number(to) + 1, onSize);
      return Number(to);
    }
    if (status !== 200 || first !== 0) throw new Error(`status ${status}`);
    if (this.size === undefined) this.learn(length, length, onSize);
    return length - 1;
  }

  learn(size, asked, onSize) {
    this.size = size;
    if (size <= asked) return;
    ftruncateSync(this.fd, size);
    this.next = asked;
    this.pending += 1;
    onSize(this);
  }

  write(bytes, position) {
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.fd, bytes, done, bytes.length - done, position + done);
    this.hash?.update(bytes);
    total.bytes += bytes.length;
  }

  finish() {
    if (process.env.FSYNC !== undefined) fdatasyncSync(this.fd);
    this.hash?.digest();
    closeSync(this.fd);
    renameSync(`${this.path}.part`, this.path);
    total.files += 1;
  }
}

/**
 * undici parses the replies; the socket reads into one buffer that is used repeatedly. Not for a program: it calls `push` of a
 * socket, and only a consumer that finishes with every slice at once may share a buffer like this.
 */
class UndiciConnection {
  given = 0;
  filled = 0;
  /** "body" = nothing that undici keeps points into the buffer. */
  phase = "idle";
  isScheduled = false;

  constructor(origin, bytes, onSize) {
    this.bytes = bytes;
    this.buffer = Buffer.allocUnsafeSlow(bytes);
    this.onSize = onSize;
    this.client = new Client(origin, {
      pipelining: 1,
      connect: (place, callback) => this.connect(place, callback),
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
      keepAliveTimeout: SILENCE_MS,
    });
  }

  connect(place, callback) {
    this.given = this.filled = 0;
    this.phase = "idle";
    const isSecure = place.protocol === "https:";
    const onread = {
      buffer: () => this.room(),
      callback: (count) => {
        this.filled += count;
        return isSecure ? this.gather() : this.give();
      },
    };
    const socket = openSocket(place, onread, { highWaterMark: this.bytes });
    this.socket = socket;
    if (isSecure) {
      const push = socket.push.bind(socket);
      socket.push = (chunk, encoding) => {
        if (chunk === null) this.give();
        return push(chunk, encoding);
      };
    }
    let isAnswered = false;
    const answer = (...words) => {
      if (!isAnswered) callback(...words);
      isAnswered = true;
    };
    socket.once(isSecure ? "secureConnect" : "connect", () => answer(null, socket));
    socket.once("error", answer);
    return socket;
  }

  /** Starts the buffer again when all of it is consumed, and uses another one when too little is left. */
  room() {
    const isConsumed = this.given === this.filled && !this.socket?.readableLength;
    if (isConsumed && this.phase !== "head") this.given = this.filled = 0;
    if (this.bytes - this.filled < TLS_RECORD) {
      this.buffer = Buffer.allocUnsafeSlow(this.bytes);
      this.given = this.filled = 0;
    }
    return this.filled === 0 ? this.buffer : this.buffer.subarray(this.filled);
  }

  /** The records of one turn of the event loop are passed to undici together. */
  gather() {
    if (this.bytes - this.filled < TLS_RECORD) return this.give();
    if (!this.isScheduled) {
      this.isScheduled = true;
      setImmediate(() => {
        this.isScheduled = false;
        this.give();
      });
    }
    return true;
  }

  give() {
    if (this.given === this.filled) return true;
    const { socket } = this;
    const bytes = this.buffer.subarray(this.given, this.filled);
    this.given = this.filled;
    if (this.phase === "idle") this.phase = "head";
    const isWanted = socket.push(bytes);
    socket.emit("readable");
    return isWanted || socket.readableLength === 0;
  }

  get(download, first, last) {
    let position = first;
    let end = last;
    const { pathname, search } = download.url;
    return new Promise((resolve, reject) => {
      this.client.dispatch(
        { path: pathname + search, method: "GET", headers: { range: `bytes=${first}-${last}` } },
        {
          onRequestStart: () => (this.phase = "idle"),
          onResponseStart: (controller, status, headers) => {
            this.phase = headers["content-length"] && !headers["transfer-encoding"] ? "body" : "head";
            try {
              end = download.judge({ status, headers }, first, this.onSize);
            } catch (error) {
              controller.abort(error);
            }
          },
          onResponseData: (controller, bytes) => {
            if (position + bytes.length > end + 1) return controller.abort(new Error("too many bytes"));
            download.write(bytes, position);
            position += bytes.length;
          },
          onResponseEnd: () => {
            this.phase = "idle";
            if (position === end + 1) resolve();
            else reject(new Error("too few bytes"));
          },
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  }

  close() {
    return this.client.destroy();
  }
}

/** A strict GET over a socket. A program would retry with undici if this one throws. */
class RawConnection {
  filled = 0;
  /** Offset in the buffer of the first unwritten byte. */
  start = 0;
  request = undefined;
  socket = undefined;

  constructor(origin, bytes, onSize) {
    this.origin = new URL(origin);
    this.bytes = bytes;
    this.buffer = Buffer.allocUnsafeSlow(bytes);
    this.onSize = onSize;
  }

  get(download, first, last) {
    const { pathname, search } = download.url;
    return new Promise((resolve, reject) => {
      this.socket ??= this.open();
      this.request = { download, first, position: first, left: undefined, resolve, reject };
      this.filled = this.start = 0;
      const lines = [
        `GET ${pathname}${search} HTTP/1.1`,
        `Host: ${this.origin.host}`,
        `Range: bytes=${first}-${last}`,
        "Accept-Encoding: identity",
        "User-Agent: prototype",
      ];
      this.socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
    });
  }

  open() {
    const onread = {
      buffer: () => (this.filled === 0 ? this.buffer : this.buffer.subarray(this.filled)),
      callback: (count) => {
        try {
          return this.take(count);
        } catch (error) {
          this.fail(error);
          return false;
        }
      },
    };
    const socket = openSocket(this.origin, onread);
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error("the server fell silent")));
    socket.on("error", (error) => this.fail(error));
    return socket.on("close", () => {
      if (this.socket === socket) this.socket = undefined;
      this.fail(new Error("the server closed the connection"));
    });
  }

  fail(error) {
    this.request?.reject(error);
    this.close();
  }

  close() {
    this.request = undefined;
    this.socket?.destroy();
    this.socket = undefined;
  }

  take(count) {
    const { request } = this;
    if (request === undefined) throw new Error("bytes that nobody asked for");
    this.filled += count;
    let body = count;
    if (request.left === undefined) {
      const end = this.buffer.subarray(0, this.filled).indexOf("\r\n\r\n");
      if (end === -1) {
        if (this.filled > TLS_RECORD) throw new Error("the head of the reply is too long");
        return true;
      }
      const head = readHead(this.buffer.latin1Slice(0, end));
      request.download.judge(head, request.first, this.onSize);
      request.left = Number(head.headers["content-length"]);
      request.isLast = /\bclose\b/i.test(head.headers.connection ?? "");
      this.start = end + 4;
      body = this.filled - this.start;
    }
    request.left -= body;
    if (request.left < 0) throw new Error("too many bytes");
    if (request.left > 0 && this.bytes - this.filled >= TLS_RECORD) return true;
    request.download.write(this.buffer.subarray(this.start, this.filled), request.position);
    request.position += this.filled - this.start;
    this.filled = this.start = 0;
    if (request.left > 0) return true;
    this.request = undefined;
    if (request.isLast) this.close();
    request.resolve();
    return true;
  }
}

/** Status and headers; throws for a reply without a plain length. */
function readHead(text) {
  const [statusLine, ...lines] = text.split("\r\n");
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(statusLine) ?? [];
  if (status === undefined) throw new Error("not HTTP/1.1");
  const headers = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 1) throw new Error("not a header");
    const name = line.slice(0, colon).toLowerCase();
    if (name === "content-length" && name in headers) throw new Error("two lengths");
    headers[name] = line.slice(colon + 1).trim();
  }
  const isEncoded = (headers["content-encoding"] ?? "identity") !== "identity";
  if (!/^\d+$/.test(headers["content-length"] ?? "") || headers["transfer-encoding"] || isEncoded)
    throw new Error("a reply that is not plain");
  return { status: Number(status), headers };
}

/** Assigns parts of files to connections, and adds connections while that helps. */
class Loop {
  /** Files with a known size and bytes left to request, and the number of those bytes. */
  begun = [];
  unasked = 0;
  active = 0;
  idle = new Map();
  failure = undefined;

  constructor(downloads) {
    this.fresh = downloads.toReversed();
    this.most = downloads.length > 200 ? 128 : 64;
    this.wanted = Math.min(16, Math.max(4, downloads.length >> 3));
  }

  /** A part of a started file, before another file is started; parts get smaller, so that all connections end together. */
  nextPart() {
    const [download] = this.begun;
    if (download === undefined) {
      const another = this.fresh.pop();
      another?.open();
      return another && [another, 0, FIRST_REQUEST - 1];
    }
    const share = Math.ceil(this.unasked / (2 * this.wanted) / MiB) * MiB;
    const first = download.next;
    let end = Math.min(download.size, first + Math.max(SMALLEST_PART, Math.min(LARGEST_PART, share)));
    if (download.size - end < SMALLEST_PART / 2) end = download.size;
    download.next = end;
    this.unasked -= end - first;
    download.pending += 1;
    if (end === download.size) {
      this.begun.shift();
      download.pending -= 1;
    }
    return [download, first, end - 1];
  }

  fill() {
    while (this.active < this.wanted && this.failure === undefined) {
      const part = this.nextPart();
      if (part === undefined) return;
      this.active += 1;
      void this.fetch(part);
    }
  }

  async fetch(part) {
    const [download] = part;
    const { origin } = download.url;
    if (!this.idle.has(origin)) this.idle.set(origin, []);
    const connection = this.idle.get(origin).pop() ?? this.connectionTo(origin);
    try {
      await connection.get(...part);
      this.idle.get(origin).push(connection);
      download.pending -= 1;
      if (download.pending === 0) download.finish();
    } catch (error) {
      this.failure ??= error;
    }
    this.active -= 1;
    this.fill();
    if (this.active === 0 || this.failure !== undefined) this.end();
  }

  connectionTo(origin) {
    const onSize = (download) => {
      this.begun.push(download);
      this.unasked += download.size - download.next;
      this.fill();
    };
    return new (isRaw ? RawConnection : UndiciConnection)(origin, bufferBytes(this.wanted), onSize);
  }

  /** Doubles the connections if the last step was 10 % faster and this process has time to spare. */
  grow() {
    let best = 0;
    let tries = 0;
    let last = { ...total, atMs: performance.now(), use: performance.eventLoopUtilization() };
    return setInterval(() => {
      const now = { ...total, atMs: performance.now(), use: performance.eventLoopUtilization() };
      const work = now.bytes - last.bytes + (now.files - last.files) * 20_000;
      const rate = work / (now.atMs - last.atMs);
      const { utilization } = performance.eventLoopUtilization(now.use, last.use);
      last = now;
      if (this.active < this.wanted || utilization > 0.8 || this.wanted >= this.most) return;
      if (rate > best * 1.1 || tries++ < 2) {
        best = Math.max(best, rate);
        this.wanted = Math.min(this.most, this.wanted * 2);
        this.fill();
      }
    }, LOOK_MS);
  }

  async run() {
    const timer = this.grow();
    await new Promise((resolve) => {
      this.end = resolve;
      this.fill();
    });
    clearInterval(timer);
    for (const connection of [...this.idle.values()].flat()) void connection.close();
    if (this.failure !== undefined) throw this.failure;
  }
}

const lines = readFileSync(listPath, "utf8").trim().split("\n");
await new Loop(lines.map((line) => new Download(...line.split("\t")))).run();
