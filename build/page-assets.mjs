/**
 * Makes `src/render/page/built/assets.generated.ts`, which is not in git: the style and the script of each page as texts. A
 * script begins with the licences of its libraries. It has all code that runs in the page, with names and comments, so that a
 * reader of the page can read it.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { quoteTemplate, readIfThere, replaceFile } from "./made-file.mjs";
import { notice, packageFolder } from "./notice.mjs";

const ROOT = join(import.meta.dirname, "..");
const FILE = join(ROOT, "src/render/page/built/assets.generated.ts");
const BASE_STYLE = "src/render/page/base.css";

const PAGES = [
  { name: "MAP", folder: "src/render/map-page", style: "src/render/map-page/page.css" },
  { name: "GALLERY", folder: "src/render/gallery-page", style: "src/render/gallery-page/gallery.css" },
];

/** Inputs that no script imports. The lock file stands for the libraries, and for the bundler. */
const OTHER_INPUTS = [
  "build/made-file.mjs",
  "build/notice.mjs",
  "build/page-assets.mjs",
  "package-lock.json",
  BASE_STYLE,
  ...PAGES.map(({ style }) => style),
];

/** Makes the module if it is missing, or if one of its inputs has changed since. `setup`: the name of a set-up of vitest. */
export async function makeStaleAssets() {
  if (!areFresh()) await makeAssets();
}
export { makeStaleAssets as setup };

/** Makes the module. Returns the modules in the scripts of all pages. */
export async function makeAssets() {
  const made = await Promise.all(PAGES.map(makePage));
  const own = made.flatMap(({ files }) => files).filter((file) => packageFolder(file) === undefined);
  const paths = own.map((file) => relative(ROOT, file).replaceAll("\\", "/"));
  const inputs = [...new Set([...paths, ...OTHER_INPUTS])].toSorted((a, b) => (a < b ? -1 : 1));
  const digests = JSON.stringify(Object.fromEntries(inputs.map((path) => [path, digestOf(path)])));
  const texts = made.map(({ text }) => text).join("");
  replaceFile(FILE, `/** Made by \`npm run build\` from these inputs. */\n// ${digests}\n${texts}`);
  return made.flatMap(({ moduleIds }) => moduleIds);
}

function areFresh() {
  const [, digests] = /^\/\/ (\{.*\})$/m.exec(readIfThere(FILE) ?? "") ?? [];
  return (
    digests !== undefined &&
    Object.entries(JSON.parse(digests)).every(([path, digest]) => digestOf(path) === digest)
  );
}

function digestOf(path) {
  const text = readIfThere(join(ROOT, path));
  return text && createHash("sha256").update(text).digest("hex").slice(0, 16);
}

async function makePage({ name, folder, style }) {
  const { code, moduleIds, files } = await bundled(folder);
  const packages = new Set(moduleIds.map(packageFolder).filter((found) => found !== undefined));
  const licences = packages.size === 0 ? "" : `/*\n${notice([...packages])}*/\n`;
  const styles = [BASE_STYLE, style].map((path) => readFileSync(join(ROOT, path), "utf8")).join("\n");
  const texts = { SCRIPT: `${licences}${withoutMachine(code)}`, STYLE: styles };
  const lines = Object.entries(texts).map(([kind, text]) => {
    if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`${name}_${kind} would end its element`);
    return `export const ${name}_${kind} = ${quoteTemplate(text)};\n`;
  });
  return { text: lines.join(""), moduleIds, files };
}

async function bundled(folder) {
  // It takes longer to load than everything that is done when nothing is stale.
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    cwd: ROOT,
    platform: "browser",
    logLevel: "warn",
    transform: { target: "es2022" },
    // The package does not declare that its unused modules may be dropped: 100 kB.
    treeshake: { moduleSideEffects: [{ test: /clipper2-ts/, sideEffects: false }] },
    input: join(ROOT, folder, "browser", "main.ts"),
  });
  try {
    const { output } = await bundle.generate({ format: "iife", comments: true });
    const [{ code, moduleIds }] = output;
    return { code, moduleIds, files: await bundle.watchFiles };
  } finally {
    await bundle.close();
  }
}

/** The folder of the packages may be anywhere; one tab less saves a kilobyte. */
const withoutMachine = (code) =>
  code
    .replaceAll(/^\t*\/\/#(?:end)?region.*\n/gm, "")
    .replaceAll(/^\t/gm, "")
    .replaceAll(/^\/\/ \S*(?=node_modules\/)/gm, "// ");
