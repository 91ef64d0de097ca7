import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

/**
 * A rolldown plugin. undici carries its HTTP parser as text in two modules; here it is a file of bytes, which is a
 * quarter smaller and ready when it is read. The second one is for processors without vector instructions: few ever load
 * it, everybody fetches it, so it travels compressed.
 */
export const parserFiles = {
  name: "parser-files",
  load(id) {
    const [, variant] = /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp(_simd)?-wasm\.js$/.exec(id) ?? [
      undefined,
      null,
    ];
    if (variant === null) return null;
    const [, base64] = /'([A-Za-z0-9+/=]{1000,})'/.exec(readFileSync(id, "utf8")) ?? [];
    if (base64 === undefined) throw new Error(`${id}: the parser is not where it was`);
    const wasm = Buffer.from(base64, "base64");
    const isUsual = variant !== undefined;
    const fileName = isUsual ? "llhttp-simd.wasm" : "llhttp.wasm.br";
    this.emitFile({ type: "asset", fileName, source: isUsual ? wasm : brotliCompressSync(wasm) });
    const read = `require("node:fs").readFileSync(require("node:path").join(__dirname, "${fileName}"))`;
    const code = isUsual ? read : `require("node:zlib").brotliDecompressSync(${read})`;
    return { code: `module.exports = ${code};`, moduleType: "js" };
  },
};
