/** A head read without a parser has the same meaning as in undici's parser; any other is left to undici. */
import { Duplex } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  assert,
  asyncProperty,
  array,
  constant,
  constantFrom,
  integer,
  oneof,
  string,
  tuple,
} from "fast-check";
import { Client } from "undici";
import { describe, expect, test } from "vitest";
import { readPlainHead } from "../../../src/client/bulk/data-connection.ts";
import { dispatchOnce } from "../../../src/client/client-pool.ts";

/** undici leaves spaces at the end of a value. */
const trimmed = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([key, text]) => [
      key,
      text
        .split(",")
        .map((word) => word.trim())
        .join(","),
    ]),
  );

/** undici's result for these bytes and the end of the connection: status, headers and body, or undefined. */
async function byUndici(bytes: Buffer) {
  let isAsked = false;
  const socket: Duplex = new Duplex({
    write: (_chunk, _encoding, done) => {
      done();
      if (isAsked) return;
      isAsked = true;
      setImmediate(() => {
        socket.push(bytes);
        socket.push(null);
      });
    },
    read: () => undefined,
  });
  const client = new Client("http://sar.example", {
    connect: ((_peer: unknown, connected: (error: null, socket: Duplex) => void) =>
      setImmediate(connected, null, socket)) as never,
    maxHeaderSize: 64 * 1024,
    pipelining: 0,
  });
  try {
    const dispatch = { path: "/", method: "GET" as const };
    const { status, headers, body } = await dispatchOnce(client, {
      host: "sar.example",
      signal: undefined,
      dispatch,
    });
    return { status, headers: trimmed(headers), body: (await buffer(body)).toString("latin1") };
  } catch {
    return undefined;
  } finally {
    void client.destroy();
  }
}

const or = <T>(...values: T[]) => constantFrom(...values);
const anyByte = integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const name = oneof(
  { weight: 6, arbitrary: or("ETag", "content-type", "X-A", "Date", "Connection", "Keep-Alive", "x_b") },
  {
    weight: 3,
    arbitrary: or("Content-Length", "Transfer-Encoding", "Content-Encoding", "Upgrade", "Trailer"),
  },
  { weight: 1, arbitrary: string({ unit: anyByte, maxLength: 5 }) },
);
const value = oneof(
  { weight: 6, arbitrary: or('"v1"', "4", "0", "identity", "close", "keep-alive", "a b\tc", "", "  4 ") },
  {
    weight: 2,
    arbitrary: or("chunked", "gzip", "0x4", "-1", "4, 4", "99999999999999999999", "\u00e9", "b\r\n c"),
  },
  { weight: 1, arbitrary: string({ unit: anyByte, maxLength: 8 }) },
);
const colon = oneof({ weight: 9, arbitrary: or(": ", ":", ":\t") }, { weight: 1, arbitrary: or(" : ", "") });
const lineEnd = oneof({ weight: 30, arbitrary: constant("\r\n") }, { weight: 1, arbitrary: or("\n", "\r") });
const statusLine = oneof(
  {
    weight: 9,
    arbitrary: or("HTTP/1.1 200 OK", "HTTP/1.1 206 Partial Content", "HTTP/1.1 503 ", "HTTP/1.1 404"),
  },
  {
    weight: 2,
    arbitrary: or(
      "HTTP/1.0 200 OK",
      "HTTP/1.1 204 No",
      "HTTP/1.1 304 Not",
      "HTTP/1.1 103 Early",
      "HTTP/2 200",
      "x",
    ),
  },
  { weight: 1, arbitrary: string({ unit: anyByte, maxLength: 20 }) },
);
const header = tuple(name, colon, value, lineEnd).map((parts) => parts.join(""));
const length = or("", "Content-Length: 4\r\n", "content-length:4\r\n", "CONTENT-LENGTH: 0\r\n");
const reply = tuple(
  statusLine,
  lineEnd,
  array(header, { maxLength: 4 }),
  length,
  lineEnd,
  or("reef", "", "reefs", "re"),
).map(([status, end, headers, announced, blank, body]) =>
  Buffer.from(`${status}${end}${announced}${headers.join("")}${blank}${body}`, "latin1"),
);

describe("a head read without a parser", () => {
  test("has the same meaning as in undici", async () => {
    let plain = 0;
    const check = async (bytes: Buffer): Promise<void> => {
      const head = readPlainHead(bytes);
      if (typeof head === "string") return;
      plain += 1;
      const { status, headers, bodyStart, length } = head;
      // Bytes behind the end of the body are not part of the reply.
      const body = bytes.toString("latin1", bodyStart, bodyStart + length);
      const said = await byUndici(bytes.subarray(0, bodyStart + length));
      if (body.length < length) expect(said).toBeUndefined();
      else expect(said).toEqual({ status, headers: trimmed(headers), body });
    };
    await assert(asyncProperty(reply, check), { numRuns: 3000 });
    expect(plain).toBeGreaterThan(300);
  });

  test("is known once it is complete, however it arrives", () => {
    const bytes = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: "v1"\r\n\r\nreef');
    const bodyStart = bytes.indexOf("reef");
    for (let end = 0; end < bodyStart; end++) expect(readPlainHead(bytes.subarray(0, end))).toBe("more");
    expect(readPlainHead(bytes)).toMatchObject({ status: 200, length: 4, bodyStart, isKept: true });
  });

  test("has at most 64 KiB and 256 headers", () => {
    const start = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n";
    const withHeaders = (count: number) => Buffer.from(`${start}${"x-a: 1\r\n".repeat(count - 1)}\r\n`);
    expect(readPlainHead(withHeaders(256))).toMatchObject({ status: 200 });
    expect(readPlainHead(withHeaders(257))).toBe("odd");
    expect(readPlainHead(Buffer.from(`${start}x: ${"a".repeat(70_000)}`))).toBe("odd");
  });
});
