/**
 * Keeps compiled code between runs. Newer Node does it by itself; Node 20 gets a hook around the CommonJS compiler.
 * Nothing here may ever make a run fail: without the cache it is merely slower.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import Module from "node:module";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { Script } from "node:vm";
import { VERSION } from "./version.ts";

type Compile = (this: NodeModule, content: string, filename: string) => unknown;
type NodeModule = { exports: unknown; require: (id: string) => unknown };
interface ModuleInternals {
  prototype: { _compile: Compile };
  wrap(content: string): string;
  enableCompileCache?: (directory: string) => unknown;
}

/** `word` is the first word typed: the demo promises to leave nothing behind, so it keeps no cache. */
export function enable(word: string | undefined): void {
  if (word === "demo" || (process.env["SWATH_NO_COMPILE_CACHE"] ?? "") !== "") return;
  const internals = Module as unknown as ModuleInternals;
  const directory = join(cacheHome(), "swath", "v8", `${process.version}-${process.arch}-${VERSION}`);
  if (internals.enableCompileCache === undefined) hookCompiler(internals, directory);
  else internals.enableCompileCache(directory);
}

function cacheHome(): string {
  const given = process.env["XDG_CACHE_HOME"];
  return given !== undefined && isAbsolute(given) ? given : join(homedir(), ".cache");
}

function hookCompiler(internals: ModuleInternals, directory: string): void {
  const original = internals.prototype._compile;
  const fresh = new Map<string, Script>();
  internals.prototype._compile = function compile(content, filename) {
    // Only our chunks, whose names change with their content.
    if (dirname(filename) !== __dirname || !/-[\w-]{8}\.cjs$/.test(filename)) {
      return original.call(this, content, filename);
    }
    const kept = join(directory, `${basename(filename)}.bin`);
    const cachedData = readIfThere(kept);
    const script = new Script(internals.wrap(content), { filename, cachedData });
    if (cachedData === undefined || script.cachedDataRejected === true) fresh.set(kept, script);
    const body = script.runInThisContext() as (...parts: unknown[]) => unknown;
    // Our chunks only ever call require(): no `require.resolve` and the like.
    const load = (id: string): unknown => this.require(id);
    return body.call(this.exports, this.exports, load, this, filename, __dirname);
  };
  process.once("exit", () => keep(directory, fresh));
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function keep(directory: string, fresh: ReadonlyMap<string, Script>): void {
  if (fresh.size === 0) return;
  try {
    makeFolder(directory);
    for (const [path, script] of fresh) {
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, script.createCachedData(), { mode: 0o600 });
      renameSync(draft, path);
    }
  } catch {
    // A read-only or full disk: the next run compiles again.
  }
}

/** Step by step: `recursive` tries for ever where nothing can be made, below /proc say. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, 0o700);
}
