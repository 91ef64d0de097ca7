/** The built website behind a local address, as a plain host of static files serves it. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

export const DIST = join(import.meta.dirname, "../../docs/site/dist");

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".md": "text/markdown; charset=utf-8",
};

/** Starts the host. Returns its origin. */
export async function serveSite(cleanUp: (end: () => Promise<void>) => void): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://localhost");
    const path = join(DIST, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    const content = path.startsWith(DIST) ? await readFile(path).catch(() => undefined) : undefined;
    outgoing.writeHead(content === undefined ? 404 : 200, {
      "content-type": TYPES[extname(path)] ?? "text/plain; charset=utf-8",
    });
    outgoing.end(content);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
