/**
 * The style and the scripts of a page as one module of texts, `assets.generated.ts` in the folder of the page: the page's
 * own script with its names and comments, so that a reader of the page can read it; for the map page also d3-geo and our
 * geometry, minified. `npm run docs` writes them.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { rolldown } from "rolldown";

const PAGES = "src/render";
const ENTRY = "map-geometry";

/** What the page's script takes from the library: everything that draws and says nothing itself. */
const GEOMETRY = [
  "places/coded-ring.ts",
  "geo/great-circle.ts",
  "render/map-page/backdrop.ts",
  "render/map-page/clip.ts",
  "render/map-page/cover.ts",
  "render/map-page/coverage.ts",
  "render/map-page/graticule.ts",
  "render/map-page/order-commands.ts",
  "render/map-page/page-rows.ts",
  "render/map-page/projection.ts",
  "render/map-page/shape.ts",
];

export async function mapAssets(root) {
  const library = await bundled(root, {
    input: ENTRY,
    plugins: [
      {
        name: "geometry",
        resolveId: (id) => (id === ENTRY ? join(root, "src", `${ENTRY}.js`) : null),
        load: (id) =>
          id.endsWith(`${ENTRY}.js`)
            ? GEOMETRY.map((path) => `export * from "./${path}";`).join("\n")
            : undefined,
      },
    ],
    output: { name: "mapGeometry", minify: true, comments: false },
  });
  const script = await bundled(root, {
    input: join(root, PAGES, "map-page", "browser", "main.ts"),
    plugins: [
      {
        name: "geometry",
        async resolveId(id, importer) {
          if (importer === undefined) return null;
          const resolved = await this.resolve(id, importer, { skipSelf: true });
          const path = relative(join(root, "src"), resolved?.id ?? "").replaceAll("\\", "/");
          return GEOMETRY.includes(path) ? { id: ENTRY, external: true } : null;
        },
      },
    ],
    output: { globals: { [ENTRY]: "mapGeometry" }, comments: true },
  });
  return assetModule("map-page", {
    MAP_LIBRARY: `/* d3-geo ${versionOf(root, "d3-geo")} and d3-array, (c) Mike Bostock and others, ISC licence; and the geometry and rows of swath */\n${library}`,
    MAP_SCRIPT: script,
    MAP_STYLE: styleOf(root, "map-page/page.css"),
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
