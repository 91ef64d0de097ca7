import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const FILE = "time-zones.br";

/**
 * A rolldown plugin. The map of time zones is one long text within a module; here it is a compressed file, a fifth smaller
 * to fetch, that is read when a zone is looked up.
 */
export const zoneFile = {
  name: "zone-file",
  load(id) {
    if (!/[\\/]@photostructure[\\/]tz-lookup[\\/]tz\.js$/.test(id)) return null;
    const code = readFileSync(id, "utf8");
    const [literal, text] = /"([^"\\]{10000,})"/.exec(code) ?? [];
    if (text === undefined) throw new Error(`${id}: the map is not where it was`);
    this.emitFile({ type: "asset", fileName: FILE, source: brotliCompressSync(text) });
    const file = `require("node:fs").readFileSync(require("node:path").join(__dirname, "${FILE}"))`;
    const map = `const MAP = require("node:zlib").brotliDecompressSync(${file}).toString();\n`;
    return { code: map + code.replace(literal, () => "MAP"), moduleType: "js" };
  },
};
