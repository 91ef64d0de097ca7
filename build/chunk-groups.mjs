import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Imports that are there at run time: not `import type`, and not `import()` unless asked for. */
const STATIC = /^(?:import|export)\s(?!type\b)[^;]*?\bfrom "(\.[^"]+)";/gm;
const DYNAMIC = /\bimport\("(\.[^"]+)"\)/g;

const importsOf = (path, pattern) =>
  [...readFileSync(path, "utf8").matchAll(pattern)].map(([, specifier]) => join(dirname(path), specifier));

function closure(path, seen = new Set()) {
  // A file that is missing is the bundler's to complain about.
  if (seen.has(path) || !path.endsWith(".ts") || !existsSync(path)) return seen;
  seen.add(path);
  for (const to of importsOf(path, STATIC)) closure(to, seen);
  return seen;
}

function definitionsIn(index) {
  const nouns = importsOf(index, STATIC).filter((path) => path.endsWith("index.ts"));
  return new Set([index, ...nouns].flatMap((path) => importsOf(path, DYNAMIC)));
}

/** The sources that say what a command is called and takes. */
export const commandDefinitions = (root) => definitionsIn(join(root, "src", "commands", "index.ts"));

/** A group is named after a source: one that moved away would leave its group empty without a word. */
function existing(path) {
  if (!existsSync(path)) throw new Error(`build/chunk-groups.mjs names ${path}, which is not there`);
  return path;
}

/**
 * Which sources make one file, as `[name, sources]`; the first group that claims a source has it, with all that it
 * imports. What always loads together is one file, because each further one costs a tenth of a millisecond and more.
 */
export function chunkGroups(root) {
  const source = (...names) => existing(join(root, "src", ...names));
  const edge = new Set([source("main.ts"), source("program.ts")]);
  const main = closure(source("main.ts"));
  const run = source("cli", "command", "run-command.ts");
  const client = source("client", "client.ts");
  // A line or two each: a file of its own would be mostly its name.
  const small = [
    source("domain", "orders", "s3-url.ts"),
    source("domain", "spending", "spend-kind.ts"),
    source("cli", "flags", "number.ts"),
    source("cli", "flags", "paging-flags.ts"),
    source("render", "size.ts"),
    source("domain", "tasking", "request-states.ts"),
  ];
  // What the looks into files of exports share, each of them a page or less.
  const looks = [
    source("footprints", "wrong-file.ts"),
    source("footprints", "geopackage", "sqlite-header.ts"),
    source("footprints", "shapefile", "byte-stream.ts"),
    source("footprints", "passing", "kept-ends.ts"),
  ];
  return [
    // Alone, because the first code of all needs it and nothing else.
    ["version", new Set([source("version.ts")])],
    // Apart from what runs when it is loaded, so that a worker thread may share it.
    ["base", new Set([...main].filter((path) => !edge.has(path)))],
    ["main", edge],
    ["dispatch", new Set([source("cli", "command", "dispatch.ts")])],
    [
      "definitions",
      new Set([...sharedByCommands(source("commands", "index.ts"), closure(run, closure(client))), ...small]),
    ],
    ["run", new Set([run])],
    ["client", new Set([client])],
    ["footprints-looks", new Set(looks)],
  ];
}

/**
 * What the definitions of commands are made of (flags, views, arguments): sources that several of them load, or that one
 * of them shares with what every run loads. Without the second, the help of that one would load all that a run does.
 */
function sharedByCommands(index, everyRun) {
  const users = new Map();
  for (const definition of definitionsIn(index)) {
    for (const path of closure(definition)) users.set(path, (users.get(path) ?? 0) + 1);
  }
  return new Set([...users].filter(([path, count]) => count > 7 || everyRun.has(path)).map(([path]) => path));
}
