import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

/**
 * A rolldown plugin. undici brings its HTTP parser twice, and falls back on the second where a processor lacks vector
 * instructions. Few ever load that one, everybody fetches it: it travels compressed.
 */
export const packedFallback = {
  name: "packed-fallback",
  load(id) {
    if (!/[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp-wasm\.js$/.test(id)) return null;
    const [, wasm] = /'([A-Za-z0-9+/=]{1000,})'/.exec(readFileSync(id, "utf8")) ?? [];
    if (wasm === undefined) throw new Error(`${id}: the parser is not where it was`);
    const packed = brotliCompressSync(Buffer.from(wasm, "base64")).toString("base64");
    const unpack = `require("node:zlib").brotliDecompressSync(Buffer.from("${packed}", "base64"))`;
    return { code: `module.exports = ${unpack};`, moduleType: "js" };
  },
};
