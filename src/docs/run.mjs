/**
 * `npm run docs` writes the generated files; `npm run docs:check` lists stale files and exits 1. The sources are
 * TypeScript, so they are bundled first, next to the packages that they import.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { makeStaleAssets } from "../../build/page-assets.mjs";

const root = join(import.meta.dirname, "..", "..");
const built = mkdtempSync(join(root, "node_modules", ".swath-docs-"));

try {
  await makeStaleAssets();
  const bundle = await rolldown({
    input: join(root, "src/docs/generate.ts"),
    platform: "node",
    logLevel: "silent",
    external: /^(?!\.|\/|[A-Za-z]:\\)/,
  });
  await bundle.write({ dir: built, format: "esm", entryFileNames: "generate.mjs" });
  await bundle.close();
  const { generate } = await import(pathToFileURL(join(built, "generate.mjs")).href);
  const files = await generate(root);
  const stale = files.filter(({ path, text }) => textOf(path) !== text);
  if (process.argv.includes("--check")) {
    for (const { path } of stale) process.stderr.write(`${path} is stale. Type: npm run docs\n`);
    process.exitCode = stale.length === 0 ? 0 : 1;
  } else {
    for (const { path, text } of stale) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    process.stdout.write(
      stale.length === 0 ? "Nothing changed\n" : `Wrote ${stale.map(({ path }) => path).join(", ")}\n`,
    );
  }
} finally {
  rmSync(built, { recursive: true, force: true });
}

function textOf(path) {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}
