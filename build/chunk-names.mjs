import { join, relative } from "node:path";
import { BUILD_ID } from "./build-id.mjs";

/**
 * The file name of a chunk: the room of its main module before the module's own name, as in `task-create`. npm packs files
 * in the order of their names, and neighbours that say similar things in similar words pack 3 % smaller.
 * @param groups `[name, sources]` of those that stand as they are
 */
export function chunkNames(root, groups) {
  const sources = new Map(groups);
  return ({ name, moduleIds }) => {
    const main = moduleIds.at(-1) ?? "";
    return `${nameOf(name, main, sources.get(name)?.has(main) === true)}-${BUILD_ID}.cjs`;
  };

  function nameOf(name, main, isGroup) {
    const path = relative(join(root, "src"), main).replaceAll("\\", "/");
    if (isGroup || main.startsWith("\0")) return name;
    const [, library] = /.*node_modules\/(?:@[^/]+\/)?([^/]+)\//.exec(path) ?? [];
    if (library !== undefined) return library === name ? `library-${name}` : `library-${library}-${name}`;
    const rooms = path.split("/").slice(0, -1);
    return [...rooms.filter((room) => room !== "commands"), name].join("-");
  }
}
