/**
 * Loads the program's chunks with compiled code that is kept between runs, and without looking for each of them along
 * Node's module paths: half of the time that a short run takes would go there. Nothing here may ever make a run fail:
 * without the cache, or under a Node that loads modules in another way, it is merely slower.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type * as V8 from "node:v8";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";
import { VERSION } from "./version.ts";

type Require = (id: string) => unknown;
type Chunk = { exports: unknown };
type NodeModule = Chunk & { require: Require };
type Compile = (this: NodeModule, content: string, filename: string, ...further: unknown[]) => unknown;
interface ModuleInternals {
  prototype: { _compile: Compile };
  wrap(content: string): string;
}

/** @param words as typed */
export function enable(words: readonly string[]): void {
  const mayRequest = !onlyExplains(words);
  // Before anything is loaded, since code is kept for the very flags that it was compiled under.
  if (mayRequest) spareOptimising();
  // The demo promises to leave nothing behind, so it keeps no cache.
  if (words.includes("demo") || (process.env["SWATH_NO_COMPILE_CACHE"] ?? "") !== "") return;
  const internals = Module as unknown as ModuleInternals;
  const edition = `${process.version}-${process.arch}-${VERSION}${mayRequest ? "" : "-help"}`;
  const directory = join(cacheHome(), "swath", "v8", edition);
  const chunks = new ChunkLoader(directory, (content) => internals.wrap(content));
  const original = internals.prototype._compile;
  // Node finds the first chunk; that one and all that it requires are ours.
  internals.prototype._compile = function compile(content, filename, ...further) {
    const name = filename.startsWith(__dirname) ? filename.slice(__dirname.length + 1) : "";
    if (!isChunk(name)) return original.call(this, content, filename, ...further);
    chunks.run(name, this, content, (id) => this.require(id));
    return undefined;
  };
  process.once("exit", () => chunks.keep());
}

const onlyExplains = (words: readonly string[]): boolean =>
  words.length === 0 || words[0] === "help" || words.includes("--help") || words.includes("-h");

/**
 * undici's HTTP parser is WebAssembly. The optimising compiler of older Node costs more there (70 ms) than it ever gives
 * back here; a run that only explains itself is not to pay for the module that says so.
 */
function spareOptimising(): void {
  if (Number.parseInt(process.versions.node, 10) >= 22) return;
  const { setFlagsFromString } = createRequire(__filename)("node:v8") as typeof V8;
  setFlagsFromString("--liftoff-only");
}

function cacheHome(): string {
  const given = process.env["XDG_CACHE_HOME"];
  return given !== undefined && isAbsolute(given) ? given : join(homedir(), ".cache");
}

/** Only chunks: their names change with their content, so that code kept under a name is never another's. */
const isChunk = (name: string): boolean => /^[\w.-]+-[\w-]{8}\.cjs$/.test(name);

class ChunkLoader {
  readonly #loaded = new Map<string, Chunk>();
  readonly #fresh = new Map<string, Script>();
  readonly #isOurs: boolean;

  constructor(
    private readonly directory: string,
    private readonly wrap: (content: string) => string,
  ) {
    this.#isOurs = isOurs(directory);
  }

  /** @param require Node's own, for whatever is no chunk */
  run(name: string, chunk: Chunk, content: string, require: Require): void {
    this.#loaded.set(name, chunk);
    const filename = join(__dirname, name);
    const kept = join(this.directory, `${name}.bin`);
    const cachedData = this.#isOurs ? readWhole(kept) : undefined;
    const script = new Script(this.wrap(content), { filename, cachedData });
    if (cachedData === undefined || script.cachedDataRejected === true) this.#fresh.set(kept, script);
    const body = script.runInThisContext() as (...parts: unknown[]) => unknown;
    const load: Require = (id) => {
      const inner = id.slice("./".length);
      return id.startsWith("./") && isChunk(inner) ? this.#load(inner, require) : require(id);
    };
    body.call(chunk.exports, chunk.exports, load, chunk, filename, __dirname);
  }

  #load(name: string, require: Require): unknown {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known.exports;
    const chunk: Chunk = { exports: {} };
    this.run(name, chunk, readFileSync(join(__dirname, name), "utf8"), require);
    return chunk.exports;
  }

  /** Writes down what had to be compiled; each file appears whole or not at all. */
  keep(): void {
    if (this.#fresh.size === 0) return;
    try {
      makeFolder(this.directory);
      if (!isOurs(this.directory)) return;
      for (const [path, script] of this.#fresh) {
        const draft = `${path}.${process.pid}`;
        writeFileSync(draft, sealed(script.createCachedData()), { mode: 0o600 });
        renameSync(draft, path);
      }
    } catch {
      // A read-only or full disk: the next run compiles again.
    }
  }
}

const SEAL_BYTES = 4;

/** Compiled code behind its checksum: V8 checks the version it was made by, not whether its bytes are still those. */
function sealed(code: Buffer): Buffer {
  const seal = Buffer.alloc(SEAL_BYTES);
  seal.writeUInt32LE(crc32(code));
  return Buffer.concat([seal, code]);
}

/** What was kept, if it is there and whole. A flipped bit would end the process, not the cache. */
function readWhole(path: string): Buffer | undefined {
  try {
    const file = readFileSync(path);
    const code = file.subarray(SEAL_BYTES);
    return file.length > SEAL_BYTES && file.readUInt32LE() === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Kept code is run as it stands, so nobody else may have written it. */
function isOurs(directory: string): boolean {
  try {
    const { uid, mode } = statSync(directory);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/** Step by step: Node's `recursive` tries for ever where nothing can be made, below /proc say. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, 0o700);
}
