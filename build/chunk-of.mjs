import { basename, join, relative } from "node:path";
import { isServerZod } from "./server-zod.mjs";

const SOURCES = join(import.meta.dirname, "..", "src");

/** Packages of a page or two, each too small for its own file. */
const SMALL = new Set(["mimic-function", "p-limit", "robust-predicates", "signal-exit", "yocto-queue"]);

/** Scopes with several imported packages, which need each other. */
const FAMILIES = new Set(["@inquirer"]);

/**
 * Returns the chunk of a module, for rolldown's `codeSplitting`:
 * - `base`: code that the start shares with the rest;
 * - `main`: code of every run, the root help included;
 * - `words`: the definitions of commands and flags, which is all that help and completion load; definitions of a single
 *   noun have their own chunk if they are large (`wordsOfNoun`);
 * - `run`: code of every command that runs, and the few lines of files directly in `src`;
 * - one per dependency, with its own dependencies, and one for the small ones;
 * - one per module of data;
 * - one per module of `src` (a top folder), and one more for its files that load something large, named after that
 *   (`largestOf`): a run that needs only the others does not load it.
 * The last four are loaded on demand.
 */
export function chunkOf(id, graph) {
  if (graph.getModuleInfo(id).isEntry) return null;
  reached ??= readGraph(graph);
  if (reached.start.has(id)) return "base";
  if (reached.main.has(id)) return "main";
  if (reached.words.has(id)) return "words";
  if (reached.run.has(id)) return "run";
  if (SMALL.has(packageOf(id))) return "lib-small";
  if (isServerZod(id)) return "lib-server-zod";
  if (packageOf(id) !== undefined) return `lib-${broughtBy(id, graph)}`;
  const [folder, inner, ...deeper] = placeOf(id);
  if (inner === undefined) return "run";
  if (id.endsWith(".generated.ts")) return `data-${basename(id, ".generated.ts")}`;
  // The files directly in `app` are shared by its modules.
  const isDivided = folder === "commands" || (folder === "app" && deeper.length > 0);
  const name = isDivided ? `${folder}-${inner}` : folder;
  const largest = largestOf(id, folder, graph);
  return largest === undefined ? name : `${name}-${largest}`;
}

/** Returns the largest dependency that is loaded with a module. Importers of the module load no less. */
function largestOf(id, folder, graph) {
  const loaded = [...closure([id], graph)].filter((one) => one !== id && !reached.words.has(one));
  const packages = new Set(loaded.map(packageOf).filter((name) => name !== undefined && !SMALL.has(name)));
  if (packages.has("clipper2-ts")) return "clipper2";
  if (loaded.some((one) => one.endsWith(".generated.ts"))) return "data";
  if (folder !== "transfer" && loaded.some((one) => placeOf(one)[0] === "transfer")) return "transfer";
  return packages.size > 0 ? "lib" : undefined;
}

/** Returns `words-order` for a module that only the definitions of that noun load. */
export function wordsOfNoun(id, graph) {
  reached ??= readGraph(graph);
  const nouns = reached.nouns.get(id);
  const isOfOne = nouns?.size === 1 && !nouns.has("every") && !reached.main.has(id);
  return isOfOne ? `words-${[...nouns][0]}` : null;
}

/** The modules loaded with the start, with the main module, and with the definition of any command. */
let reached;

function readGraph(graph) {
  const start = closure([join(SOURCES, "start.ts")], graph);
  const main = closure([join(SOURCES, "main.ts")], graph);
  const run = closure([join(SOURCES, "cli/command/run-command.ts")], graph);
  const words = closure([join(SOURCES, "cli/command/read-words.ts")], graph);
  const nouns = new Map([...words].map((id) => [id, new Set(["every"])]));
  for (const table of closure([join(SOURCES, "commands", "index.ts")], graph)) {
    for (const definition of graph.getModuleInfo(table).dynamicallyImportedIds) {
      const [, noun] = placeOf(definition);
      for (const id of closure([definition], graph)) nouns.set(id, (nouns.get(id) ?? new Set()).add(noun));
    }
  }
  return { start, main, run, nouns, words: new Set(nouns.keys()) };
}

/** Returns these modules with all their static imports. */
function closure(ids, graph, seen = new Set()) {
  for (const id of ids) {
    if (seen.has(id)) continue;
    seen.add(id);
    // Modules of Node have no info; without it, one of ours was moved, which is an error.
    const info = graph.getModuleInfo(id);
    if (info === null && id.startsWith(SOURCES))
      throw new Error(`build/chunk-of.mjs names ${id}, which is not there`);
    closure(info?.importedIds ?? [], graph, seen);
  }
  return seen;
}

/** `/x/src/commands/order/place.ts` -> `["commands", "order", "place"]` */
const placeOf = (id) => relative(SOURCES, id).replace(/\.ts$/, "").split(/[\\/]/);

/** `/x/node_modules/a/node_modules/@b/c/lib/d.js` -> `@b/c`. */
const packageOf = (id) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1];

/** Returns our dependency that imports the module, or the module's own package if several do. */
function broughtBy(id, graph) {
  const found = new Set();
  const seen = new Set();
  const climb = (from) => {
    if (seen.has(from)) return;
    seen.add(from);
    const { importers, dynamicImporters } = graph.getModuleInfo(from);
    if ([...importers, ...dynamicImporters].some((one) => one.startsWith(SOURCES)))
      found.add(packageOf(from));
    else for (const importer of importers) climb(importer);
  };
  climb(id);
  const scopes = new Set([...found].map((name) => /^@[^/]+/.exec(name)?.[0]));
  const [scope] = scopes;
  const isFamily = scopes.size === 1 && FAMILIES.has(scope);
  const [name] = isFamily ? scopes : found.size === 1 ? found : [packageOf(id)];
  return name.replace(/^@/, "").replace("/", "-");
}
