/** An order of many small files behind one server, and the built program that downloads them. */
import { serveOrder } from "./serve-order.ts";
import { startSwath, type Ended, type Running } from "./swath.ts";

export interface ManyFiles {
  /** Starts the download of `count` files of `bytes` bytes into `<home>/out`. */
  start(home: string, args?: readonly string[], env?: Record<string, string>): Running;
  download(home: string, args?: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** The number of requests for files. */
  readonly asked: string[];
}

export interface Many {
  count: number;
  bytes: number;
  /** All replies but the first, which others may wait for, wait until this many requests have arrived, or all that are left. */
  together?: number;
}

export const bytesOf = (name: string, bytes: number): Buffer => Buffer.alloc(bytes, name);

export async function manyFiles({ count, bytes, together = 1 }: Many): Promise<ManyFiles> {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const names = Array.from({ length: count }, (_, index) => `f${index}.bin`);
  const url = await serveOrder(names, undefined, (path, _, response) => {
    asked.push(path);
    waiting.push(() => {
      const body = bytesOf(path.slice(1), bytes);
      response.writeHead(200, { "content-length": bytes, etag: '"1"' }).end(body);
    });
    const left = count - asked.length + waiting.length;
    if (asked.length === 1 || waiting.length >= Math.min(together, left))
      for (const reply of waiting.splice(0)) reply();
  });
  const start: ManyFiles["start"] = (home, args = [], env = {}) =>
    startSwath(["order", "download", "many", "--out-dir", "out", "--flat", ...args], {
      home,
      env: { SWATH_BASE_URL: url, SWATH_API_KEY: "key", CI: "1", ...env },
    });
  return { start, download: (...given) => start(...given).ended, asked };
}
