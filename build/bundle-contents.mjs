import { readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestIn, notice, packageFolder } from "./notice.mjs";

const ROOT = join(import.meta.dirname, "..");

/**
 * A rolldown plugin that lists the content of the bundle: `NOTICE`, the licences of its packages; `sbom.json`, the bill of
 * materials for scanners; and `modules.json`, the modules of each chunk, which tests read and which is not published.
 * Scripts of pages are texts in the bundle: `pageModules` are theirs.
 */
export const bundleContents = (pageModules) => ({
  name: "bundle-contents",
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === "chunk");
    const modules = Object.fromEntries(
      chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds.map(pathOf)]).toSorted(byName),
    );
    const found = [...chunks.flatMap(({ moduleIds }) => moduleIds), ...pageModules].map(packageFolder);
    const folders = [...new Set(found.filter((folder) => folder !== undefined))];
    const data = DATA.filter(({ module }) => Object.values(modules).flat().includes(module));
    this.emitFile({ type: "asset", fileName: "NOTICE", source: notice(folders, data) });
    this.emitFile({ type: "asset", fileName: "sbom.json", source: billOfMaterials(folders) });
    this.emitFile({ type: "asset", fileName: "modules.json", source: json(modules) });
  },
});

/** Open data in our modules (`npm run places`), with the notices that its licence requires. */
const DATA = [
  {
    module: "src/places/data/cities.generated.ts",
    heading: "GeoNames, cities (CC-BY-4.0)",
    text:
      "Names, positions and populations of cities come from GeoNames, https://www.geonames.org, licensed under the Creative\n" +
      "Commons Attribution 4.0 International License, https://creativecommons.org/licenses/by/4.0/. They were changed: towns\n" +
      "below 15,000 people were left out, names written in ASCII, positions and populations rounded. The data is provided as\n" +
      "it is, without warranty of accuracy, timeliness or completeness.",
  },
  {
    module: "src/places/data/airports.generated.ts",
    heading: "OurAirports, large airports (public domain)",
    text: "Names, codes and positions of airports come from OurAirports, https://ourairports.com.",
  },
  {
    module: "src/places/data/land.generated.ts",
    heading: "Natural Earth, land 1:50m (public domain)",
    text: "The land was made with Natural Earth, https://www.naturalearthdata.com.",
  },
  {
    module: "src/places/data/borders.generated.ts",
    heading: "Natural Earth, borders 1:50m (public domain)",
    text: "The borders were made with Natural Earth, https://www.naturalearthdata.com.",
  },
  {
    module: "src/places/data/coasts.generated.ts",
    heading: "Natural Earth, countries of coasts 1:50m (public domain)",
    text: "The countries of coasts were made with Natural Earth, https://www.naturalearthdata.com.",
  },
];

const json = (value) => `${JSON.stringify(value, undefined, 2)}\n`;
const byName = ([a], [b]) => (a < b ? -1 : 1);

/** Returns `src/errors.ts`, `node_modules/commander/lib/help.js`: equal in every folder of the project. */
const pathOf = (id) =>
  id
    .replaceAll("\\", "/")
    .replace(/^.*?\/(?=node_modules\/)/, "")
    .replace(`${ROOT.replaceAll("\\", "/")}/`, "");

/** CycloneDX 1.6, without a date or a serial number: the same sources give the same bytes. */
function billOfMaterials(folders) {
  const own = manifestIn(ROOT);
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const component = ({ name, version, license }, more) => ({
    "bom-ref": packageUrl(name, version),
    name,
    version,
    purl: packageUrl(name, version),
    ...(license === undefined
      ? {}
      : { licenses: [{ license: /^[\w.+-]+$/.test(license) ? { id: license } : { name: license } }] }),
    ...more,
  });
  const bundled = folders.map((folder) => {
    const digest = Buffer.from(packages[pathOf(folder)].integrity.replace(/^sha512-/, ""), "base64").toString(
      "hex",
    );
    return component(manifestIn(folder), {
      type: "library",
      scope: "required",
      hashes: [{ alg: "SHA-512", content: digest }],
    });
  });
  const optional = Object.entries(own.optionalDependencies).map(([name, version]) =>
    component({ name, version }, { type: "library", scope: "optional" }),
  );
  const components = [...bundled, ...optional].toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  return json({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: component(own, { type: "application" }) },
    components,
  });
}

/** `pkg:npm/%40inquirer/core@12.0.6` */
const packageUrl = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version}`;
