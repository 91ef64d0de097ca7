/** Every fault of a file server during a download, and the required end of the run. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { multihash } from "../sha256.ts";
import { firstly, half, objectReply, OTHER, rangeOf, SCENE, sendObject, type Asset } from "./data-host.ts";
import type { Misbehave } from "./hostile-server.ts";
import { bytesOf, hangUp, reset, say, sayAndClose, silence, type Reply } from "./reply.ts";

export interface DownloadRow {
  title: string;
  data: Misbehave;
  /** The item's promise beside the link. */
  promises?: Omit<Asset, "href">;
  /** Exit 0 with these bytes, or a code of the failed file. */
  ends: Buffer | string;
  /** The maximum number of requests for data, and for links. */
  requests?: number;
  links?: number;
  /** Until the time limit. */
  waits?: true;
}

const SIZE = { "file:size": SCENE.length };
const SUM = { "file:checksum": multihash(SCENE) };
const gzip = gzipSync(SCENE);
const coded = { "content-encoding": "gzip", etag: '"gz"' };
const base64 = (algorithm: string, bytes: Buffer): string =>
  createHash(algorithm).update(bytes).digest("base64");

/** The first request breaks in the middle; the row continues it. */
const continued = (rest: (from: number, good: Reply) => Reply): Misbehave =>
  firstly(half("end"), (socket, asked) => {
    const range = rangeOf(asked);
    const good = objectReply(asked);
    socket.end(bytesOf(range === undefined ? good : rest(range.from, good)));
  });

const lie = (headers: Record<string, string>): Misbehave =>
  continued((_from, good) => ({ ...good, headers: { ...good.headers, ...headers } }));

const always = (
  title: string,
  data: Misbehave,
  ends: string,
  more: Partial<DownloadRow> = {},
): DownloadRow => ({
  title,
  data,
  ends,
  ...more,
});
const mended = (title: string, data: Misbehave, more: Partial<DownloadRow> = {}): DownloadRow => ({
  title,
  data,
  ends: SCENE,
  ...more,
});

/** Right bytes, one every 50 ms: never silent, and never done. */
const trickle: Misbehave = (socket) => {
  socket.write(bytesOf({ headers: { etag: '"v1"' }, length: SCENE.length }));
  let sent = 0;
  const timer = setInterval(() => socket.write(SCENE.subarray(sent, (sent += 1))), 50);
  socket.on("close", () => clearInterval(timer));
};

const L = SCENE.length;

const MENDED: readonly DownloadRow[] = [
  mended("nothing at all", sendObject()),
  mended("cut in the middle", firstly(half("end"))),
  mended("reset in the middle", firstly(half("reset"))),
  mended("reset before a byte", firstly(reset)),
  mended("hung up before a byte", firstly(hangUp)),
  mended("a trickle that never falls silent", firstly(trickle), { requests: 2, waits: true }),
  mended("cut, with a weak validator only", firstly(half("end", { etag: 'W/"v1"' }))),
  mended("cut, with no validator", firstly(half("end", {}))),
  mended(
    "a 200 to the range",
    continued(() => ({ body: SCENE, headers: { etag: '"v1"' } })),
  ),
  mended("another version to the range", firstly(half("end"), sendObject(OTHER, '"v2"')), { ends: OTHER }),
  mended("a range that begins elsewhere", lie({ "content-range": `bytes 7-${L - 1}/${L}` })),
  mended("a range of another size", lie({ "content-range": `bytes ${L / 2}-${L - 1}/${L * 2}` })),
  mended("a range without a size", lie({ "content-range": `bytes ${L / 2}-${L - 1}/*` })),
  mended("a range that is none", lie({ "content-range": "bytes x-y/z" })),
  mended("a range of another version", lie({ etag: '"v2"' })),
  mended(
    "a range without Content-Range",
    continued((from) => ({ status: 206, body: SCENE.subarray(from) })),
  ),
  mended("a multipart range", lie({ "content-type": "multipart/byteranges; boundary=x" })),
  mended("a coded range", lie({ "content-encoding": "gzip" })),
  mended(
    "a range that is longer than it says",
    continued((from, good) => ({
      ...good,
      body: Buffer.concat([SCENE.subarray(from), OTHER]),
      length: false,
    })),
  ),
  mended(
    "a range that says 416",
    continued(() => ({ status: 416, headers: { "content-range": "bytes */5" } })),
  ),
  mended("gzip that nobody asked for", say({ body: gzip, headers: coded }), {
    promises: { ...SIZE, ...SUM },
  }),
  mended(
    "gzip cut in the middle",
    firstly(
      sayAndClose({ body: gzip.subarray(0, 5000), headers: coded }),
      say({ body: gzip, headers: coded }),
    ),
  ),
  mended(
    "gzip with a tail",
    firstly(say({ body: Buffer.concat([gzip, OTHER]), headers: coded }), say({ body: gzip, headers: coded })),
  ),
  mended(
    "chunks cut short",
    firstly((socket) => void socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello")),
  ),
  mended(
    "two lengths in one head",
    firstly(
      (socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc"),
    ),
  ),
  mended("503", firstly(say({ status: 503, headers: { "retry-after": "0" } }))),
  mended("429", firstly(say({ status: 429, headers: { "retry-after": "1" } }))),
  mended("500 with a page", firstly(say({ status: 500, body: "<html>oops" }))),
  ...[400, 401, 403, 410].map((status) =>
    mended(`${status} on an old link`, firstly(say({ status, body: "<Error>expired" })), { links: 2 }),
  ),
  mended("another checksum, once", firstly(sendObject(OTHER)), { promises: SUM }),
  mended("no length at all, and whole", (socket, asked) => {
    const good = objectReply(asked);
    socket.end(bytesOf({ ...good, ...(rangeOf(asked) === undefined && { length: false }) }));
  }),
  mended("no length at all, and cut", (socket, asked) => {
    const good = objectReply(asked);
    const isFirst = rangeOf(asked) === undefined;
    socket.end(bytesOf(isFirst ? { ...good, body: SCENE.subarray(0, 70_000), length: false } : good));
  }),
  mended(
    "a redirect to the same host",
    firstly(say({ status: 302, headers: { location: "/data/HH.tif?again=1" } })),
  ),
  mended(
    "a redirect to another host",
    firstly((socket, { origin }) => {
      const location = `${origin.replace("127.0.0.1", "localhost")}/data/HH.tif?elsewhere=1`;
      socket.write(bytesOf({ status: 307, headers: { location } }));
    }),
  ),
];

const PAGE = { body: "<html>Sign in</html>", headers: { "content-type": "text/html" } };

const LOST: readonly DownloadRow[] = [
  always("another checksum, always", sendObject(OTHER), "DOWNLOAD_INCOMPLETE", {
    promises: SUM,
    requests: 8,
  }),
  always("another size than promised", sendObject(SCENE.subarray(1)), "DOWNLOAD_INCOMPLETE", {
    promises: SIZE,
    requests: 8,
  }),
  always("cut, always", half("end"), "DOWNLOAD_INCOMPLETE", { requests: 12 }),
  always(
    "a body longer than promised",
    (socket) => void socket.end(bytesOf({ body: Buffer.concat([SCENE, OTHER]), length: false })),
    "DOWNLOAD_INCOMPLETE",
    { promises: SIZE },
  ),
  always("a page in place of the file", say(PAGE), "DOWNLOAD_INCOMPLETE", {
    promises: SIZE,
    requests: 3,
    links: 3,
  }),
  always(
    "another Repr-Digest",
    say({ body: SCENE, headers: { "repr-digest": `sha-256=:${base64("sha256", OTHER)}:` } }),
    "DOWNLOAD_INCOMPLETE",
  ),
  always(
    "another Content-MD5",
    say({ body: SCENE, headers: { "content-md5": base64("md5", OTHER) } }),
    "DOWNLOAD_INCOMPLETE",
  ),
  always(
    "another x-amz-checksum",
    say({ body: SCENE, headers: { "x-amz-checksum-sha256": base64("sha256", OTHER) } }),
    "DOWNLOAD_INCOMPLETE",
  ),
  always(
    "a coding nobody knows",
    say({ body: SCENE, headers: { "content-encoding": "br" } }),
    "RESPONSE_UNRECOGNISED",
    { requests: 1 },
  ),
  always(
    "a part of what was asked whole",
    (socket) =>
      void socket.write(
        bytesOf({
          status: 206,
          body: SCENE.subarray(9),
          headers: { "content-range": `bytes 9-${L - 1}/${L}` },
        }),
      ),
    "DOWNLOAD_INCOMPLETE",
  ),
  always("403, always", say({ status: 403, body: "<Error>Request has expired" }), "SIGNED_URL_EXPIRED", {
    links: 4,
    requests: 4,
  }),
  always(
    "403 of a wrong signature, always",
    say({ status: 403, body: "<Code>SignatureDoesNotMatch" }),
    "SIGNATURE_INVALID",
    { links: 4 },
  ),
  always(
    "control bytes in a header",
    (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\netag: "a\u0001b\u0000"\r\n\r\nabc'),
    "NETWORK",
    { requests: 4 },
  ),
  always("404", say({ status: 404 }), "NOT_FOUND", { requests: 1 }),
  always("204", say({ status: 204, length: false }), "RESPONSE_UNRECOGNISED"),
  always("503, always", say({ status: 503 }), "SERVICE_ERROR", { requests: 4 }),
  always("429 until tomorrow", say({ status: 429, headers: { "retry-after": "86400" } }), "RATE_LIMITED", {
    requests: 1,
  }),
  always(
    "429 until next year, which no service means",
    say({ status: 429, headers: { "retry-after": "31536000" } }),
    "RATE_LIMITED",
    { requests: 4 },
  ),
  always("silence", silence, "TIMEOUT", { requests: 3, waits: true }),
  always("reset, always", reset, "NETWORK", { requests: 4 }),
  always(
    "a redirect without end",
    say({ status: 302, headers: { location: "/data/HH.tif" } }),
    "REDIRECT_REFUSED",
    { requests: 6 },
  ),
  ...[
    "file:///etc/passwd",
    "ftp://x.test/a",
    "http://169.254.169.254/latest/meta-data",
    "http://[fd00:ec2::254]/",
    "http://a:b@127.0.0.1/",
    "//",
  ].map((location) =>
    always(`a redirect to ${location}`, say({ status: 302, headers: { location } }), "REDIRECT_REFUSED", {
      requests: 1,
    }),
  ),
  always("a redirect without a place", say({ status: 302 }), "REDIRECT_REFUSED", { requests: 1 }),
];

export const DOWNLOADS = [...MENDED, ...LOST];
