/** A service on this machine for downloads: each of its orders has the same files, which the test itself serves. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { listenHttp } from "../local-server.ts";

/** Answers a request for a file, which the path names. */
export type HandOut = (path: string, request: IncomingMessage, response: ServerResponse) => void;

/**
 * `names`: the links of the files, without the origin, or a function that issues them. `sizeBytes`: the promised size of each file,
 * if any. Resolves with the origin; ends with the test.
 */
export async function serveOrder(
  names: readonly string[] | (() => readonly string[]),
  sizeBytes: number | undefined,
  handOut: HandOut,
): Promise<string> {
  const { url } = await listenHttp((request, response) => {
    const path = request.url ?? "";
    if (!path.startsWith("/orders/")) return handOut(path, request, response);
    const promise = sizeBytes === undefined ? {} : { "file:size": sizeBytes };
    const assets = Object.fromEntries(
      (typeof names === "function" ? names() : names).map((name) => [
        name.split("?")[0],
        { href: `http://${request.headers.host}/${name}`, ...promise },
      ]),
    );
    const item = { type: "Feature", id: "i", collection: "c", geometry: null, properties: {}, assets };
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ type: "FeatureCollection", features: [item] }));
  });
  return url;
}
