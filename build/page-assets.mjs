/**
 * The style and the scripts of a page as one module of texts, `assets.generated.ts` in the folder of the page. The page's
 * own script holds all code of this repository that runs in it, with its names and comments, so that a reader of the page
 * can read it; what it takes from a library is minified beside it. `npm run docs` writes them.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";

const PAGES = "src/render";
const LIBRARY = "d3-geo";
const LIBRARY_NAME = "d3geo";

export async function mapAssets(root) {
  const script = await bundled(root, {
    input: join(root, PAGES, "map-page", "browser", "main.ts"),
    external: [LIBRARY],
    output: { globals: { [LIBRARY]: LIBRARY_NAME }, comments: true },
  });
  return assetModule("map-page", {
    MAP_LIBRARY: `/* ${LIBRARY} ${versionOf(root, LIBRARY)} and d3-array, (c) Mike Bostock and others, ISC licence */\n${await libraryFor(root, script)}`,
    MAP_SCRIPT: script,
    MAP_STYLE: styleOf(root, "map-page/page.css"),
  });
}

/** Of the library, the functions that the script calls. */
async function libraryFor(root, script) {
  const names = new Set([...script.matchAll(/\bd3_geo\.(\w+)/g)].map(([, name]) => name));
  if (names.size === 0) throw new Error(`the script of the map page calls nothing of ${LIBRARY}`);
  const entry = join(root, "src", `${LIBRARY_NAME}.js`);
  return bundled(root, {
    input: LIBRARY_NAME,
    plugins: [
      {
        name: "library",
        resolveId: (id) => (id === LIBRARY_NAME ? entry : null),
        load: (id) => (id === entry ? `export { ${[...names].join(", ")} } from "${LIBRARY}";` : undefined),
      },
    ],
    output: { name: LIBRARY_NAME, minify: true, comments: false },
  });
}

export async function galleryAssets(root) {
  return assetModule("gallery-page", {
    GALLERY_SCRIPT: await bundled(root, {
      input: join(root, PAGES, "gallery-page", "browser", "main.ts"),
      output: { comments: true },
    }),
    GALLERY_STYLE: styleOf(root, "gallery-page/gallery.css"),
  });
}

/** Colours, controls and the head are those of all pages. */
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

async function bundled(root, { output, ...input }) {
  const bundle = await rolldown({
    cwd: root,
    platform: "browser",
    logLevel: "warn",
    transform: { target: "es2022" },
    ...input,
  });
  try {
    const { output: chunks } = await bundle.generate({ format: "iife", ...output });
    return withoutPaths(chunks[0].code);
  } finally {
    await bundle.close();
  }
}

/** Regions name files by their place in this machine; one tab less saves a kilobyte. */
const withoutPaths = (code) => code.replaceAll(/^\t*\/\/#(?:end)?region.*\n/gm, "").replaceAll(/^\t/gm, "");

const versionOf = (root, name) => {
  const main = createRequire(join(root, "package.json")).resolve(name);
  return JSON.parse(readFileSync(join(dirname(main), "..", "package.json"), "utf8")).version;
};

/** A template literal keeps lines apart, so that a change shows as a change. */
const quoted = (text) =>
  `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${")}\``;
