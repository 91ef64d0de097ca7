/** Loaded by `--import` before a program in TypeScript, so that Node runs it as it is. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { javaScriptOf } from "./javascript-of.mjs";

registerHooks({
  load(url, context, next) {
    if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
    const path = fileURLToPath(url);
    return { format: "module", shortCircuit: true, source: javaScriptOf(readFileSync(path, "utf8"), path) };
  },
});
