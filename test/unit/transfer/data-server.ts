import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { listenHttp } from "../../local-server.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

export interface DataServer {
  origin: string;
  /** Every request: path with query, and headers. */
  requests: { url: string; headers: IncomingHttpHeaders }[];
}

/** A server on a real socket with the behaviour of the test; `count` starts at 1. */
export async function serve(handler: Handler): Promise<DataServer> {
  const requests: DataServer["requests"] = [];
  const { url } = await listenHttp((request, response) => {
    requests.push({ url: request.url ?? "", headers: request.headers });
    handler(request, response, requests.length);
  });
  return { origin: url, requests };
}

/** Bytes that differ at every offset, so that a splice or a shift shows. */
export function sceneBytes(length: number, seed = "sentinel over Taveuni"): Buffer {
  const blocks: Buffer[] = [];
  for (let index = 0; index * 32 < length; index++) {
    blocks.push(createHash("sha256").update(`${seed}${index}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/** The answers of a well-behaved object store to GET, Range and If-Range. */
export function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  { etag = '"v1"', headers = {} }: { etag?: string; headers?: Record<string, string> } = {},
): void {
  const start = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? "")?.[1] ?? Number.NaN);
  const isCurrent = [undefined, etag].includes(request.headers["if-range"]?.toString());
  const common = { etag, ...headers };
  if (Number.isNaN(start) || !isCurrent) {
    response.writeHead(200, { "content-length": bytes.length, ...common }).end(bytes);
  } else if (start >= bytes.length) {
    response.writeHead(416, { "content-range": `bytes */${bytes.length}`, etag }).end();
  } else {
    const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
    const length = bytes.length - start;
    response.writeHead(206, { "content-range": range, "content-length": length, ...common });
    response.end(bytes.subarray(start));
  }
}
