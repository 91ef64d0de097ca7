import { join, relative } from "node:path";
import { BUILD_ID } from "./build-id.mjs";

/**
 * The file name of a chunk: the room of its main module before the module's own name, as in `task-create`. npm packs files
 * in the order of their names, and neighbours that say similar things in similar words pack 3 % smaller; so what defines a
 * command stands among its like, as `command-task-create`, and what most runs load, which is long, keeps out of the rooms.
 * @param groups `[name, sources]` of what most runs load
 * @param definitions sources that define a command
 */
export function chunkNames(root, groups, definitions) {
  const sources = new Map(groups);
  const name = (chunk) => {
    const main = chunk.moduleIds.at(-1) ?? "";
    const path = relative(join(root, "src"), main).replaceAll("\\", "/");
    const [, library] = /.*node_modules\/(?:@[^/]+\/)?([^/]+)\//.exec(path) ?? [];
    if (sources.get(chunk.name)?.has(main) || main.startsWith("\0")) return ["core", chunk.name];
    if (library !== undefined) return ["library", ...new Set([library, chunk.name])];
    const rooms = path.split("/").slice(0, -1);
    const own = [...rooms.filter((room) => room !== "commands"), chunk.name];
    return definitions.has(main) ? ["command", ...new Set(own)] : own;
  };
  return (chunk) => `${name(chunk).join("-")}-${BUILD_ID}.cjs`;
}
