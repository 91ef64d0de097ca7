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

/**
 * What the definitions of commands are made of (flags, views, arguments): sources that several of them load, or that one
 * of them shares with what every run loads. Without the second, the help of that one would load all that a run does.
 */
export function sharedByCommands(root) {
  const source = (...names) => join(root, "src", ...names);
  const index = source("commands", "index.ts");
  const nouns = importsOf(index, STATIC).filter((path) => path.endsWith("index.ts"));
  const definitions = new Set([index, ...nouns].flatMap((path) => importsOf(path, DYNAMIC)));
  const users = new Map();
  for (const definition of definitions) {
    for (const path of closure(definition)) users.set(path, (users.get(path) ?? 0) + 1);
  }
  const everyRun = closure(source("cli", "run-command.ts"), closure(source("client", "client.ts")));
  return new Set([...users].filter(([path, count]) => count > 2 || everyRun.has(path)).map(([path]) => path));
}
