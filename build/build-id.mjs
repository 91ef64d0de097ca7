import { createHash } from "node:crypto";

/** As long as the id, so that the source maps stay right. */
export const BUILD_ID = "BUILD_ID";

/**
 * A rolldown plugin that ends the names of all chunks in one id, made of what is in all of them. Compiled code is cached
 * under these names, and a run whose program is replaced under it finds no chunk of another build. An id for each chunk
 * would do as much, but nothing packs worse: they were 8 kB of what is fetched.
 */
export const buildId = {
  name: "build-id",
  generateBundle(_options, bundle) {
    const files = Object.values(bundle);
    const chunks = files.filter(({ type }) => type === "chunk");
    const hash = createHash("sha256");
    for (const { fileName, code, isEntry } of chunks.toSorted(byName)) {
      if (!isEntry && !fileName.endsWith(`-${BUILD_ID}.cjs`))
        throw new Error(`${fileName}: the name is taken`);
      hash.update(`${fileName}\n${code}\n`);
    }
    const id = hash.digest("hex").slice(0, BUILD_ID.length);
    const named = (text) => text.replaceAll(`-${BUILD_ID}.cjs`, `-${id}.cjs`);
    for (const file of files) {
      if (file.type === "chunk") file.code = named(file.code);
      else if (file.fileName.endsWith(".map")) file.source = named(file.source);
      file.fileName = named(file.fileName);
    }
  },
};

const byName = (a, b) => (a.fileName < b.fileName ? -1 : 1);
