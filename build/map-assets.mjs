/**
 * The style and the scripts of the map page as one module of texts, `src/render/map-page/assets.generated.ts`: d3-geo
 * minified, and our own script as it is written, so that a reader of the page can read it. `npm run docs` writes it.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { rolldown } from "rolldown";

const FOLDER = "src/render/map-page";
const USED = ["geoAzimuthalEquidistant", "geoEqualEarth", "geoMercator", "geoStream"];

export async function mapAssets(root) {
  const library = await bundled(root, {
    input: "library",
    plugins: [
      {
        name: "library",
        resolveId: (id) => (id === "library" ? join(root, FOLDER, "library.js") : null),
        load: (id) =>
          id.endsWith("library.js") ? `export { ${USED.join(", ")} } from "d3-geo";` : undefined,
      },
    ],
    output: { name: "d3geo", minify: true },
  });
  const script = await bundled(root, {
    input: join(root, FOLDER, "browser", "main.ts"),
    external: ["d3-geo"],
    output: { globals: { "d3-geo": "d3geo" } },
  });
  const style = readFileSync(join(root, FOLDER, "page.css"), "utf8");
  const texts = {
    MAP_LIBRARY: `/* d3-geo ${versionOf(root, "d3-geo")} and d3-array, (c) Mike Bostock and others, ISC licence */\n${library}`,
    MAP_SCRIPT: script,
    MAP_STYLE: style,
  };
  for (const [name, text] of Object.entries(texts))
    if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`${name} would end its element`);
  const lines = Object.entries(texts).map(([name, text]) => `export const ${name} = ${quoted(text)};\n`);
  return {
    path: `${FOLDER}/assets.generated.ts`,
    text: `/** Style and scripts of the map page. Made by \`npm run docs\`. */\n${lines.join("")}`,
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
    const { output: chunks } = await bundle.generate({ format: "iife", comments: true, ...output });
    return withoutPaths(chunks[0].code);
  } finally {
    await bundle.close();
  }
}

/** Regions name files by their place below the root: the same text wherever the checkout is. */
const withoutPaths = (code) => code.replaceAll(/^\/\/#(?:end)?region.*\n/gm, "").replaceAll("\t", "  ");

const versionOf = (root, name) => {
  const main = createRequire(join(root, "package.json")).resolve(name);
  return JSON.parse(readFileSync(join(dirname(main), "..", "package.json"), "utf8")).version;
};

/** A template literal keeps lines apart, so that a change shows as a change. */
const quoted = (text) =>
  `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${")}\``;
