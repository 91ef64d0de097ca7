/**
 * First part of the code in a single executable, and of its threads: `loadPart` loads a file of `dist/`, which the executable
 * contains as an asset, and require() in these files finds the others. It runs as CommonJS and as a module.
 */
const { createRequire, isBuiltin, registerHooks } = process.getBuiltinModule("node:module");
const { getAsset, getAssetKeys } = process.getBuiltinModule("node:sea");
const { pathToFileURL } = process.getBuiltinModule("node:url");

/** Below the executable itself, where the disk cannot have a file. */
const folder = `${pathToFileURL(process.execPath).href}/`;
const parts = new Set(getAssetKeys().filter((name) => name.endsWith(".cjs")));

registerHooks({
  resolve(specifier, context, next) {
    if (isBuiltin(specifier) || !context.parentURL?.startsWith(folder)) return next(specifier, context);
    const name = specifier.replace(/^\.\//, "");
    if (!parts.has(name))
      throw Object.assign(new Error(`the executable does not contain ${name}`), { code: "MODULE_NOT_FOUND" });
    return { url: folder + name, format: "commonjs", shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith(folder)) return next(url, context);
    return { format: "commonjs", source: getAsset(url.slice(folder.length), "utf8"), shortCircuit: true };
  },
});

// oxlint-disable-next-line no-unused-vars -- the code after the loader calls it
const loadPart = createRequire(`${folder}loader.js`);
