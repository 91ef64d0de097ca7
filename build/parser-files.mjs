import { readFileSync } from "node:fs";
import { deflateRawSync, inflateRawSync } from "node:zlib";

const PIECE = 8192;
const WINDOW = 32_768;

/** The part of `near` around `at`, as much as deflate looks back on. */
const dictionaryAt = (near, at) => {
  const start = Math.max(0, Math.min(near.length - WINDOW, at + PIECE / 2 - WINDOW / 2));
  return near.subarray(start, start + WINDOW);
};

/** `[length u32 LE, deflated piece]...`: what `bytes` has that `near` has not. */
function difference(near, bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = deflateRawSync(bytes.subarray(at, at + PIECE), {
      dictionary: dictionaryAt(near, at),
      level: 9,
    });
    const length = Buffer.alloc(4);
    length.writeUInt32LE(piece.length);
    parts.push(length, piece);
  }
  return Buffer.concat(parts);
}

/** Goes into the program as it is written here. */
function applied(near, patch, inflate) {
  const parts = [];
  for (let at = 0, written = 0; at < patch.length;) {
    const length = patch.readUInt32LE(at);
    const piece = patch.subarray(at + 4, at + 4 + length);
    const start = Math.max(0, Math.min(near.length - 32_768, written + 4096 - 16_384));
    parts.push(inflate(piece, { dictionary: near.subarray(start, start + 32_768) }));
    written += parts.at(-1).length;
    at += 4 + length;
  }
  return Buffer.concat(parts);
}

function wasmIn(path) {
  const [, base64] = /'([A-Za-z0-9+/=]{1000,})'/.exec(readFileSync(path, "utf8")) ?? [];
  if (base64 === undefined) throw new Error(`${path}: the parser is not where it was`);
  return Buffer.from(base64, "base64");
}

const SIMD = `require("node:fs").readFileSync(require("node:path").join(__dirname, "llhttp-simd.wasm"))`;

/**
 * A rolldown plugin. undici carries its HTTP parser as text in two modules; here it is a file of bytes, which is a
 * quarter smaller and ready when it is read. The second one is for processors without vector instructions: few ever load
 * it, everybody fetches it, so it travels as its difference from the first.
 */
export const parserFiles = {
  name: "parser-files",
  load(id) {
    const [, variant] = /[\\/]undici[\\/]lib[\\/]llhttp[\\/]llhttp(_simd)?-wasm\.js$/.exec(id) ?? [
      undefined,
      null,
    ];
    if (variant === null) return null;
    const wasm = wasmIn(id);
    if (variant !== undefined) {
      this.emitFile({ type: "asset", fileName: "llhttp-simd.wasm", source: wasm });
      return { code: `module.exports = ${SIMD};`, moduleType: "js" };
    }
    const simd = wasmIn(id.replace("llhttp-wasm", "llhttp_simd-wasm"));
    const patch = difference(simd, wasm);
    if (!applied(simd, patch, inflateRawSync).equals(wasm)) throw new Error(`${id}: the difference is wrong`);
    this.emitFile({ type: "asset", fileName: "llhttp.wasm.patch", source: patch });
    const read = SIMD.replace("llhttp-simd.wasm", "llhttp.wasm.patch");
    const code = `${applied}\nmodule.exports = applied(${SIMD}, ${read}, require("node:zlib").inflateRawSync);`;
    return { code, moduleType: "js" };
  },
};
