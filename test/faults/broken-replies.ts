/** Failures between the first byte of a connection and the last byte of a reply. */
import type { Socket } from "node:net";
import type { HostileOptions, Misbehave } from "./hostile-server.ts";
import { bytesOf, cut, drip, flood, hangUp, json, reset, silence } from "./reply.ts";

export interface Trouble {
  title: string;
  serve: Misbehave;
  server?: HostileOptions;
  /** The base URL in place of the server's own. */
  baseUrl?: (url: string) => string;
  env?: (url: string) => Record<string, string>;
  args?: readonly string[];
  /** Whether bytes of the request may have reached the service, which a request that costs money must assume. */
  delivered: "no" | "maybe";
  /** Until the time limit. */
  waits?: boolean;
  /** The resolver of this machine decides: the name is unknown, or the resolver is silent. */
  isOfResolver?: true;
}

const GOOD = json({ orderId: "o-1", taskingrequestId: "t-1", lastStatusCode: "active" });
const bytes = bytesOf(GOOD);
const head = bytes.indexOf("\r\n\r\n");

const maybe = (title: string, serve: Misbehave): Trouble => ({ title, serve, delivered: "maybe" });
const endless = (title: string, serve: Misbehave): Trouble => ({ ...maybe(title, serve), waits: true });
const raw = (title: string, text: string | Buffer): Trouble =>
  maybe(title, (socket) => void socket.end(text));

const PHASES: readonly [string, number][] = [
  ["after one byte", 1],
  ["in the status", 10],
  ["after the status line", bytes.indexOf("\r\n") + 2],
  ["in a header's name", bytes.indexOf("\r\n") + 6],
  ["in a header's value", head - 1],
  ["before the blank line", head + 2],
  ["after the headers", head + 4],
  ["after a byte of the body", head + 5],
  ["before the last byte", -1],
];

const cuts = PHASES.flatMap(([where, keep]) =>
  (["reset", "end", "hang"] as const).map((how) =>
    (how === "hang" ? endless : maybe)(`${how} ${where}`, cut(GOOD, keep, how)),
  ),
);

const start = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const megabyte = "x".repeat(1_000_000);

export const BROKEN: readonly Trouble[] = [
  ...cuts,
  maybe("reset after the request", reset),
  maybe("hang-up after the request", hangUp),
  endless("no answer at all", silence),
  endless("headers one byte at a time", drip(`${start}x-slow: `)),
  endless("a body one byte at a time", drip(`${start}content-length: 100000\r\n\r\n{"a":"`)),
  maybe("headers without end", flood(start, "x-more: 1\r\n".repeat(1000))),
  maybe("one header without end", flood(`${start}x-long: `, megabyte)),
  endless("a status line without end", flood("HTTP/1.1 200 ", megabyte)),
  maybe("a body without end", flood(`${start}\r\n{"a":"`, megabyte)),
  maybe(
    "chunks without end",
    flood(`${start}transfer-encoding: chunked\r\n\r\n`, `f4240\r\n${megabyte}\r\n`),
  ),
  endless("100 Continue without end", flood("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(100))),
  raw("100 Continue and nothing more", "HTTP/1.1 100 Continue\r\n\r\n"),
  raw("half of a 100 Continue", "HTTP/1.1 100 Cont"),
  endless("early hints without end", flood("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100))),
  endless("processing for ever", drip("HTTP/1.1 102 Processing\r\n\r\n".repeat(3), 1e6)),
  raw("a header of a megabyte", `${start}x-long: ${megabyte}\r\n\r\n{}`),
  raw("10,000 headers", `${start}${"x-a: 1\r\n".repeat(10_000)}content-length: 2\r\n\r\n{}`),
  raw("300 headers", `${start}${"x-a: 1\r\n".repeat(300)}content-length: 2\r\n\r\n{}`),
  raw("a length that is longer", `${start}content-length: 200\r\n\r\n{"orderId":"o-1","id":"t"}`),
  raw("a negative length", `${start}content-length: -5\r\n\r\n{}`),
  raw("a length beyond all numbers", `${start}content-length: 99999999999999999999999\r\n\r\n{}`),
  raw("two lengths", `${start}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`),
  raw(
    "a length and chunks",
    `${start}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ),
  raw("a chunk size that is none", `${start}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  raw(
    "a chunk size beyond all numbers",
    `${start}transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}`,
  ),
  raw("chunks without the last", `${start}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`),
  raw("a header without a colon", `${start}what is this\r\n\r\n{}`),
  raw("a NUL in a header", `${start}x-a: \0\r\ncontent-length: 2\r\n\r\n{}`),
  raw("another protocol", "SSH-2.0-OpenSSH_9.6\r\n"),
  raw("a TLS alert", Buffer.from([0x15, 3, 1, 0, 2, 2, 70])),
  raw("HTTP/2", Buffer.from("000000040000000000", "hex")),
  raw("HTTP/0.9", "<html>hello</html>"),
  raw("a status of two digits", "HTTP/1.1 20 OK\r\n\r\n{}"),
  raw("a status of words", "HTTP/1.1 OK OK\r\n\r\n{}"),
  raw(
    "an upgrade nobody asked for",
    "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
  ),
  raw("random bytes", Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 197 + 13) % 256))),
];

const onConnection = (deal: (socket: Socket) => void): HostileOptions => ({
  onConnection: (socket) => {
    deal(socket);
    return true;
  },
});

const proxied = (title: string, serve: Misbehave, more: Partial<Trouble> = {}): Trouble => ({
  title: `a proxy that ${title}`,
  serve,
  baseUrl: () => "https://api.swath.test",
  env: (url) => ({ HTTPS_PROXY: url }),
  delivered: "no",
  ...more,
});

/** Every failure before a byte of the request can have been sent. */
export const UNREACHED: readonly Trouble[] = [
  {
    title: "a name that does not exist",
    serve: silence,
    baseUrl: () => "https://no-such-host.invalid",
    delivered: "no",
    isOfResolver: true,
  },
  {
    title: "a port without a listener",
    serve: silence,
    baseUrl: () => "http://127.0.0.1:9",
    delivered: "no",
  },
  proxied("asks for a password", (socket) => void socket.end(bytesOf({ status: 407, body: "who are you" }))),
  proxied("refuses", (socket) => void socket.end(bytesOf({ status: 403, body: "no" }))),
  proxied("reaches nothing", (socket) => void socket.end(bytesOf({ status: 502, body: "<h1>no</h1>" }))),
  proxied(
    "redirects",
    (socket) => void socket.end(bytesOf({ status: 302, headers: { location: "http://x.test/" } })),
  ),
  proxied("hangs", silence, { waits: true }),
  proxied("hangs up", hangUp),
  proxied("resets", reset),
  proxied("speaks another protocol", (socket) => void socket.end("SSH-2.0-x\r\n")),
  proxied("opens a tunnel to nowhere", (socket) => void socket.end("HTTP/1.1 200 OK\r\n\r\n")),
  proxied("opens a tunnel that is silent", (socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\n"), {
    waits: true,
  }),
  proxied(
    "talks in the tunnel before we do",
    (socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}"),
  ),
  proxied("does not exist", silence, { env: () => ({ HTTPS_PROXY: "http://127.0.0.1:9" }) }),
  proxied("has no name", silence, {
    env: () => ({ HTTPS_PROXY: "http://no-such-host.invalid:3128" }),
    isOfResolver: true,
  }),
  proxied("is passed by, for plain http to this machine", silence, {
    baseUrl: () => "http://localhost:9",
    env: (url) => ({ HTTP_PROXY: url }),
  }),
];

/** A connection that is opened and lost at once: the request may or may not have been sent. */
export const LOST: readonly Trouble[] = [
  {
    title: "a connection that is reset at once",
    serve: silence,
    server: onConnection((socket) => socket.resetAndDestroy()),
    delivered: "maybe",
  },
  {
    title: "a connection that is closed at once",
    serve: silence,
    server: onConnection((socket) => void socket.end()),
    delivered: "maybe",
  },
  {
    title: "a connection that is reset at the first byte",
    serve: silence,
    server: onConnection((socket) => socket.once("data", () => socket.resetAndDestroy())),
    delivered: "maybe",
  },
  {
    title: "a connection that is never read",
    serve: silence,
    server: onConnection((socket) => void socket.pause()),
    delivered: "maybe",
    waits: true,
  },
];
