/** An order of one scene and the host of its bytes: correct unless a row changes it. */
import { createHash } from "node:crypto";
import type { Asked, Misbehave } from "./hostile-server.ts";
import { bytesOf, json, type Reply } from "./reply.ts";
import type { Socket } from "node:net";

/** Bytes that differ at every offset, so that a splice or a shift shows. */
export const SCENE = Buffer.concat(
  Array.from({ length: 6000 }, (_, index) => createHash("sha256").update(`Wrangel ${index}`).digest()),
);
export const OTHER = Buffer.from(SCENE).reverse();

/** A signature that must be in no output or file. */
export const SIGNATURE = "51gnature0fTheLink";

export interface Asset {
  href?: string;
  [member: string]: unknown;
}

/** An item in the form of a download result. */
export const itemOf = (assets: Record<string, Asset>, id = "coast-1"): object => ({
  type: "Feature",
  id,
  collection: "coast",
  geometry: null,
  properties: {},
  assets,
});

export interface Range {
  from: number;
  ifRange: string | undefined;
}

export const rangeOf = ({ headers }: Asked): Range | undefined => {
  const from = /^bytes=(\d+)-$/.exec(headers["range"] ?? "")?.[1];
  return from === undefined ? undefined : { from: Number(from), ifRange: headers["if-range"] };
};

/** The answer of a proper object store to this request. */
export function objectReply(asked: Asked, bytes: Buffer = SCENE, etag = '"v1"'): Reply {
  const range = rangeOf(asked);
  if (range === undefined || (range.ifRange !== undefined && range.ifRange !== etag)) {
    return { body: bytes, headers: { "content-type": "image/tiff", etag } };
  }
  if (range.from >= bytes.length) {
    return { status: 416, headers: { "content-range": `bytes */${bytes.length}` } };
  }
  return {
    status: 206,
    body: bytes.subarray(range.from),
    headers: { "content-range": `bytes ${range.from}-${bytes.length - 1}/${bytes.length}`, etag },
  };
}

export const sendObject =
  (bytes: Buffer = SCENE, etag?: string): Misbehave =>
  (socket, asked) =>
    socket.write(bytesOf(objectReply(asked, bytes, etag)));

/** The first reply differs, and the next one is correct. */
export const firstly =
  (misbehave: Misbehave, then: Misbehave = sendObject(), times = 1): Misbehave =>
  (socket, asked, count) =>
    (count <= times ? misbehave : then)(socket, asked, count);

/** Half of the object with the length of all of it. */
export const half =
  (how: "end" | "reset", headers: Record<string, string> = { etag: '"v1"' }): Misbehave =>
  (socket: Socket) => {
    const reply = bytesOf({ body: SCENE, headers });
    socket.write(reply.subarray(0, reply.length - SCENE.length / 2), () => {
      if (how === "end") socket.end();
      else setTimeout(() => socket.resetAndDestroy(), 30);
    });
  };

/** Returns the order; everything below /data/ comes from the row. */
export const ordered =
  (items: (origin: string) => readonly object[], data: Misbehave): Misbehave =>
  (socket, asked, count) => {
    if (asked.path.startsWith("/data/")) return data(socket, asked, count);
    const isLinks = asked.path === "/orders/o-1/download";
    socket.write(bytesOf(isLinks ? json(items(asked.origin)) : json({ message: "no such thing" }, 404)));
  };

export const signed = (origin: string, name = "HH.tif"): string =>
  `${origin}/data/${name}?X-Amz-Signature=${SIGNATURE}`;
