/**
 * Writes the style and the script of a page as one module of texts, `assets.generated.ts` in the folder of the page. The
 * script begins with the licences of its libraries. It has all code that runs in the page, with names and comments, so
 * that a reader of the page can read it. `npm run docs` runs this.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { notice, packageFolder } from "./notice.mjs";

const PAGES = "src/render";

export async function mapAssets(root) {
  return assetModule("map-page", {
    MAP_SCRIPT: await scriptOf(root, "map-page"),
    MAP_STYLE: styleOf(root, "map-page/page.css"),
  });
}

export async function galleryAssets(root) {
  return assetModule("gallery-page", {
    GALLERY_SCRIPT: await scriptOf(root, "gallery-page"),
    GALLERY_STYLE: styleOf(root, "gallery-page/gallery.css"),
  });
}

/** The modules in the scripts of all pages. */
export async function pageModules(root) {
  const scripts = await Promise.all(["map-page", "gallery-page"].map((folder) => bundled(root, folder)));
  return scripts.flatMap(({ moduleIds }) => moduleIds);
}

async function scriptOf(root, folder) {
  const { code, moduleIds } = await bundled(root, folder);
  const packages = new Set(moduleIds.map(packageFolder).filter((found) => found !== undefined));
  const licences = packages.size === 0 ? "" : `/*\n${notice([...packages])}*/\n`;
  return `${licences}${withoutPaths(code)}`;
}

/** Returns the style of a page after the style that all pages share. */
const styleOf = (root, own) =>
  ["page/base.css", own].map((path) => readFileSync(join(root, PAGES, path), "utf8")).join("\n");

function assetModule(folder, texts) {
  for (const [key, text] of Object.entries(texts))
    if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`${key} would end its element`);
  const lines = Object.entries(texts).map(([key, text]) => `export const ${key} = ${quoted(text)};\n`);
  return {
    path: `${PAGES}/${folder}/assets.generated.ts`,
    text: `/** Style and scripts of the ${folder.replace("-page", "")} page. Made by \`npm run docs\`. */\n${lines.join("")}`,
  };
}

async function bundled(root, folder) {
  const bundle = await rolldown({
    cwd: root,
    platform: "browser",
    logLevel: "warn",
    transform: { target: "es2022" },
    // The package does not declare that its unused modules may be dropped: 100 kB.
    treeshake: { moduleSideEffects: [{ test: /clipper2-ts/, sideEffects: false }] },
    input: join(root, PAGES, folder, "browser", "main.ts"),
  });
  try {
    const { output } = await bundle.generate({ format: "iife", comments: true });
    return output[0];
  } finally {
    await bundle.close();
  }
}

/** Region comments contain paths of this machine; one tab less saves a kilobyte. */
const withoutPaths = (code) => code.replaceAll(/^\t*\/\/#(?:end)?region.*\n/gm, "").replaceAll(/^\t/gm, "");

/** A template literal keeps lines apart, so that a difference shows only changed lines. */
const quoted = (text) =>
  `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${")}\``;
