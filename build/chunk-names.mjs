import { join, relative } from "node:path";

/**
 * The file name of a chunk: the room of its main module before the module's own name, as in `task-create`. npm packs files
 * in the order of their names, and neighbours that say similar things in similar words pack 3 % smaller.
 * @param groups names of groups, which stand as they are
 */
export function chunkNames(root, groups) {
  return ({ name, moduleIds }) => {
    const main = moduleIds.at(-1) ?? "";
    const path = relative(join(root, "src"), main).replaceAll("\\", "/");
    if (groups.has(name) || main.startsWith("\0")) return `${name}-[hash].cjs`;
    if (path.includes("node_modules/")) return `library-${name}-[hash].cjs`;
    const rooms = path.split("/").slice(0, -1);
    return `${[...rooms.filter((room) => room !== "commands"), name].join("-")}-[hash].cjs`;
  };
}
