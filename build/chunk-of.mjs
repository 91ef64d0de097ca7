import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = join(ROOT, "src");
const DEPENDENCIES = new Set(
  Object.keys(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).devDependencies),
);

/** Rooms whose sub-folders are rooms. */
const DIVIDED = new Set(["app", "commands"]);

/** Dependencies of a page or two: a module that imports one may be loaded for its neighbours' sake. */
const SMALL = new Set(["fastest-levenshtein", "p-limit", "robust-predicates"]);

/**
 * Which chunk a module goes to, for rolldown's `codeSplitting`:
 * - `base`: what the first code of all shares with the rest;
 * - `main`: what every run loads, the root help among it;
 * - `words` and `words-<noun>`: what says what may be typed, which is all that help and completion load;
 * - one for each dependency, with what it brings;
 * - one for each room of `src`, and one more for those of its modules that import a dependency.
 * The last three are loaded when a run calls for them. No chunk imports one that imports it, since no room does.
 */
export function chunkOf(id, graph) {
  if (graph.getModuleInfo(id).isEntry) return null;
  reached ??= readGraph(graph);
  if (reached.start.has(id)) return "base";
  if (reached.main.has(id)) return "main";
  const [room, inner] = relative(SOURCES, id).replace(/\.ts$/, "").split(/[\\/]/);
  if (reached.words.has(id)) return room === "commands" ? `words-${inner}` : "words";
  if (reached.run.has(id)) return "run";
  if (packageOf(id) !== undefined) return `lib-${broughtBy(id, graph)}`;
  const place = DIVIDED.has(room) ? `${room}-${inner}` : room;
  return importsDependency(id, graph) ? `${place}-lib` : place;
}

/** What is loaded with the start, with the main module, and with the definition of any command. */
let reached;

function readGraph(graph) {
  const start = closure([join(SOURCES, "start.ts")], graph);
  const main = closure([join(SOURCES, "main.ts")], graph);
  const tables = [...closure([join(SOURCES, "commands", "index.ts")], graph)];
  const definitions = tables.flatMap((id) => graph.getModuleInfo(id).dynamicallyImportedIds);
  const words = closure([...definitions, join(SOURCES, "cli/command/dispatch.ts")], graph);
  return { start, main, words, run: closure([join(SOURCES, "cli/command/run-command.ts")], graph) };
}

/** Modules that are loaded with these. */
function closure(ids, graph, seen = new Set()) {
  for (const id of ids) {
    if (seen.has(id)) continue;
    seen.add(id);
    // Modules of Node have no info; one of ours that was moved is to be seen at once.
    const info = graph.getModuleInfo(id);
    if (info === null && id.startsWith(SOURCES))
      throw new Error(`build/chunk-of.mjs names ${id}, which is not there`);
    closure(info?.importedIds ?? [], graph, seen);
  }
  return seen;
}

const importsDependency = (id, graph) =>
  [...closure([id], graph)].some((one) => {
    const name = packageOf(one);
    return name !== undefined && !SMALL.has(name) && !reached.words.has(one);
  });

/** `/x/node_modules/a/node_modules/@b/c/lib/d.js` -> `@b/c`. */
const packageOf = (id) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1];

/** The name of the dependency of ours that brings the module, or of its own package when several do. */
function broughtBy(id, graph) {
  const found = new Set();
  const seen = new Set();
  const climb = (from) => {
    if (seen.has(from)) return;
    seen.add(from);
    const name = packageOf(from);
    if (name !== undefined && DEPENDENCIES.has(name)) found.add(name);
    else for (const importer of graph.getModuleInfo(from)?.importers ?? []) climb(importer);
  };
  climb(id);
  const [name] = found.size === 1 ? found : [packageOf(id)];
  return name.replace(/^@/, "").replace("/", "-");
}
