/** A large file whose only connection falls silent, while the server would serve another one. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testFolder } from "../new-folder.ts";
import { serveOrder } from "./serve-order.ts";
import { startSwath } from "./swath.ts";

it("DOWNLOAD-07 a silent connection is closed, and the other bytes arrive long before the idle timeout", async () => {
  const home = await testFolder();
  const scene = Buffer.alloc(8 * 1024 * 1024, "II*\0Surtsey, 1963. ");
  const asked: (string | undefined)[] = [];
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const url = await serveOrder(["surtsey.tif"], undefined, (_, { headers }, response) => {
    const from = Number(/\d+/.exec(headers.range ?? "0")![0]);
    asked.push(headers.range);
    response.writeHead(from === 0 ? 200 : 206, {
      etag: '"v1"',
      "accept-ranges": "bytes",
      "content-length": scene.length - from,
      ...(from > 0 && { "content-range": `bytes ${from}-${scene.length - 1}/${scene.length}` }),
    });
    // The rest of the first reply never arrives; that of the second one when the first is closed.
    if (from === 0) response.on("close", close).write(scene.subarray(0, 3_000_000));
    else void closed.then(() => response.end(scene.subarray(from)));
  });
  const args = "order download o-1 --out-dir out --flat --max-connections 1 --timeout 10m".split(" ");
  const { ended } = startSwath(args, { home, env: { SWATH_BASE_URL: url, SWATH_API_KEY: "k" } });
  const { code, stderr } = await ended;
  expect(code, stderr).toBe(0);
  expect(asked).toEqual([undefined, "bytes=3000000-"]);
  expect(scene.equals(await readFile(join(home, "out", "surtsey.tif")))).toBe(true);
});
