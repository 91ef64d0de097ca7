/**
 * Loads the program's chunks with compiled code that is kept between runs, and without looking for each of them along
 * Node's module paths: half of the time that a short run takes would go there. Nothing here may ever make a run fail:
 * without the cache, or under a Node that loads modules in another way, it is merely slower.
 */
import { existsSync, readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { isAbsolute } from "node:path";
import type * as V8 from "node:v8";
import { Script } from "node:vm";
import { homeDirectory } from "./home-directory.ts";
import { readPack, writePack, type Pack } from "./code-pack.ts";
import { VERSION } from "../version.ts";

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
  if (mayRequest) spareOptimising(words);
  // The demo promises to leave nothing behind, so it keeps no cache.
  if (words.includes("demo") || (process.env["SWATH_NO_COMPILE_CACHE"] ?? "") !== "") return;
  const internals = Module as unknown as ModuleInternals;
  const edition = `${process.version}-${process.arch}-${VERSION}${mayRequest ? "" : "-help"}`;
  const pack = `${cacheHome()}/swath/v8/${edition}/${packName(words)}`;
  const chunks = new ChunkLoader(pack, (content) => internals.wrap(content));
  const original = internals.prototype._compile;
  // Node finds the first chunk; that one and all that it requires are ours.
  internals.prototype._compile = function compile(content, filename, ...further) {
    const name = filename.startsWith(__dirname) ? filename.slice(__dirname.length + 1) : "";
    if (!isChunk(name)) return original.call(this, content, filename, ...further);
    chunks.run(name, this, content, (id) => this.require(id));
    return undefined;
  };
  process.once("exit", (exitCode) => {
    // A word that is no command is not to leave a file under its name.
    if (exitCode !== USAGE) chunks.keep();
  });
}

const USAGE = 2;

const onlyExplains = (words: readonly string[]): boolean =>
  words.length === 0 || words[0] === "help" || words.includes("--help") || words.includes("-h");

/** The commands of one noun share most of their code. */
const packName = ([first = ""]: readonly string[]): string =>
  /^[a-z]{1,20}$/.test(first) ? `${first}.pack` : "_.pack";

/**
 * undici's HTTP parser is WebAssembly. The optimising compiler of older Node costs more there (70 ms) than it ever gives
 * back here; a run that only explains itself is not to pay for the module that says so.
 */
function spareOptimising(words: readonly string[]): void {
  if (Number.parseInt(process.versions.node, 10) >= 22) return;
  const { setFlagsFromString } = createRequire(__filename)("node:v8") as typeof V8;
  setFlagsFromString("--liftoff-only");
  if (words[0] === "order") setFlagsFromString(`--interrupt-budget=${DOWNLOAD_BUDGET}`);
}

/**
 * Bytecode after which a function is optimised, about eight times the usual. Nothing in a download is a hot loop of ours:
 * 5,000 files were there before a quarter of a second of compiling had paid; a run of minutes is optimised all the same.
 */
const DOWNLOAD_BUDGET = 1_000_000;

function cacheHome(): string {
  const given = process.env["XDG_CACHE_HOME"];
  return given !== undefined && isAbsolute(given) ? given : `${homeDirectory()}/.cache`;
}

/** Only chunks: their names change with their content, so that code kept under a name is never another's. */
const isChunk = (name: string): boolean => /^[\w.-]+-[\w-]{8}\.cjs$/.test(name);

class ChunkLoader {
  readonly #loaded = new Map<string, Chunk>();
  readonly #fresh = new Map<string, Script>();
  readonly #kept: Pack;

  constructor(
    private readonly path: string,
    private readonly wrap: (content: string) => string,
  ) {
    this.#kept = readPack(path);
  }

  /** @param require Node's own, for whatever is no chunk */
  run(name: string, chunk: Chunk, content: string, require: Require): void {
    this.#loaded.set(name, chunk);
    const filename = `${__dirname}/${name}`;
    const cachedData = this.#kept.get(name);
    const script = new Script(this.wrap(content), { filename, cachedData });
    if (cachedData === undefined || script.cachedDataRejected === true) this.#fresh.set(name, script);
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
    this.run(name, chunk, readFileSync(`${__dirname}/${name}`, "utf8"), require);
    return chunk.exports;
  }

  /** Writes down what had to be compiled, beside what was kept before of chunks that are still there. */
  keep(): void {
    if (this.#fresh.size === 0) return;
    const codes = new Map([...this.#kept].filter(([name]) => existsSync(`${__dirname}/${name}`)));
    for (const [name, script] of this.#fresh) codes.set(name, script.createCachedData());
    writePack(this.path, codes);
  }
}
