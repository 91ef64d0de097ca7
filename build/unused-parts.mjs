import { createRequire } from "node:module";
import { join } from "node:path";

const XML_ENTITIES =
  'export const XML_ENTITIES = Object.freeze({ amp: "&", apos: "\'", gt: ">", lt: "<", quot: \'"\' });' +
  "export const HTML_ENTITIES = XML_ENTITIES;";

/** What a Parquet reader does without a filter. */
const NO_FILTER =
  "export const pathsNeededForFilter = () => [], columnsNeededForFilter = () => [], canSkipRowGroup = () => false;" +
  "export const matchFilter = undefined, filterPageRanges = undefined;";

const { ERROR, TYPE } = createRequire(import.meta.url)("undici/lib/llhttp/constants.js");
const PARSER_CONSTANTS = `module.exports = ${JSON.stringify({ ERROR, TYPE })};`;

const FIGURES =
  'import process from "node:process";' +
  'const isPlain = process.platform === "win32" ? !process.env["WT_SESSION"] : process.env["TERM"] === "linux";' +
  'export default isPlain ? { tick: "√", pointer: ">", line: "─", circle: "( )", circleDouble: "( )", circleFilled: "(*)" }' +
  ' : { tick: "✔", pointer: "❯", line: "─", circle: "◯", circleDouble: "◎", circleFilled: "◉" };';

const NO_HELP = "exports.stripColor = exports.Help = undefined;";

const NO_BYTES =
  "export const concatUint8Arrays = undefined, stringToUint8Array = undefined, uint8ArrayToString = undefined;";

/** The one question that is always asked is for marks of a migration. */
const NO_PATHS =
  "export const hasProperty = () => false;" +
  "export const getProperty = undefined, setProperty = undefined, deleteProperty = undefined;";

const SPINNERS =
  'export default { dots: { interval: 80, frames: [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"] },' +
  ' line: { interval: 130, frames: ["-", "\\\\", "|", "/"] } };';

const OWN_WIDTH = `export { displayWidth as default } from ${JSON.stringify(join(import.meta.dirname, "../src/render/width.ts"))};`;

/** Parts of dependencies that are imported at load and never used here: each costs start-up time or bytes to download. */
const UNUSED = [
  // Starts other programs as subcommands. We have none, and the module takes 4 ms to load.
  { within: "commander", source: /^node:child_process$/, code: "export {};" },
  // Lays out help, and suggests what a misspelt option may mean. Both are done by cli/.
  { within: "commander", source: /^\.\/(?:lib\/)?help\.js$/, code: NO_HELP },
  { within: "commander", source: /^\.\/suggestSimilar$/, code: "exports.suggestSimilar = undefined;" },
  // Validates settings against a schema. We give none: the settings table has its own readers.
  { within: "conf", source: /^ajv\/dist\/2020\.js$/, code: "export const Ajv2020 = undefined;" },
  { within: "conf", source: /^ajv-formats$/, code: "export default undefined;" },
  // Compares versions for migrations of the settings file. There are none.
  { within: "conf", source: /^semver$/, code: "export default undefined;" },
  // Finds a folder (we name ours), watches for changes, encrypts, and reads names with dots in them: none is asked for.
  { within: "conf", source: /^(?:env-paths|debounce-fn)$/, code: "export default undefined;" },
  { within: "conf", source: /^uint8array-extras$/, code: NO_BYTES },
  { within: "conf", source: /^dot-prop$/, code: NO_PATHS },
  // Names of characters in HTML. What is read here is KML.
  { within: "@xmldom/xmldom", source: /^\.\/entities$/, code: XML_ENTITIES },
  // Colours for heads and borders. Ours are painted before the table is laid out.
  { within: "cli-table3", source: /^@colors\/colors\/safe$/, code: "export {};" },
  // Which characters are emoji. The table is laid out in plain characters, see render/table.ts.
  { within: "string-width", source: /^emoji-regex$/, code: "module.exports = () => /(?!)/g;" },
  // HTTP/2, which dispatchers.ts switches off and open-connection.ts does not offer; and the bodies of fetch (forms, blobs).
  { within: "undici", source: /^\.\/client-h2\.js$/, code: "export default undefined;" },
  { within: "undici", source: /^\.\.\/web\/fetch\/body\.js$/, code: "export const extractBody = undefined;" },
  // Tables of methods, states and characters, of which the client of HTTP/1 takes two.
  { within: "undici", source: /^\.\.\/llhttp\/constants\.js$/, code: PARSER_CONSTANTS },
  // Wanted for a default that dispatchers.ts overrides, and to recognise bodies that nobody gives. Takes 3 ms to load.
  {
    within: "undici",
    source: /^node:http$/,
    code: "export const maxHeaderSize = 16_384; export class IncomingMessage {}",
  },
  // Two hundred signs, of which prompts take these six.
  { within: "@inquirer", source: /^@inquirer\/figures$/, code: FIGURES },
  // Eighty spinners, of which ora takes one or the other by itself; colours and end marks, which the status line has not; and
  // a second way to measure text, with tables that the one of our own views does without.
  { within: "ora", source: /^cli-spinners$/, code: SPINNERS },
  { within: "ora", source: /^(?:chalk|log-symbols)$/, code: "export default {};" },
  { within: "ora", source: /^string-width$/, code: OWN_WIDTH },
  // Deep space, for periods above 225 minutes. No satellite of the constellation goes there.
  {
    within: "satellite.js",
    source: /^\.\/(?:dpper|dscom|dsinit|dspace)\.js$/,
    code: "export const dpper = undefined, dscom = undefined, dsinit = undefined, dspace = undefined;",
  },
  // Filters, Bloom filters, variants, rarer encodings and GeoJSON of Parquet: conditions are ours, no export has any of the others, and a geometry
  // is decoded only where it is wanted.
  { within: "hyparquet", source: /^\.\/filter\.js$/, code: NO_FILTER },
  {
    within: "hyparquet",
    source: /^\.\/bloom\.js$/,
    code: "export const bloomEligibleColumns = undefined, readBloomFilter = undefined;",
  },
  { within: "hyparquet", source: /^\.\/variant\.js$/, code: "export const decodeVariantColumn = undefined;" },
  { within: "hyparquet", source: /^\.\/wkb\.js$/, code: "export const wkbToGeojson = undefined;" },
  {
    within: "hyparquet-writer",
    source: /^\.\/variant\.js$/,
    code: "export const encodeVariantColumn = undefined, normalizeShreddingConfig = undefined, autoDetectShredding = undefined;",
  },
  {
    within: "hyparquet-writer",
    source: /^\.\/bloom\.js$/,
    code: "export const BloomBuilder = undefined; export const writeBlooms = () => {};",
  },
  {
    within: "hyparquet-writer",
    source: /^\.\/geospatial\.js$/,
    code: "export const geospatialStatistics = undefined;",
  },
  {
    within: "hyparquet-writer",
    source: /^\.\/(?:delta|splitstream)\.js$/,
    code:
      "export const deltaBinaryPack = undefined, deltaByteArray = undefined, deltaLengthByteArray = undefined;" +
      "export const writeByteStreamSplit = undefined;",
  },
  { within: "hyparquet-writer", source: /^\.\/wkb\.js$/, code: "export const geojsonToWkb = undefined;" },
  // Decompressors that Node or the Parquet reader brings along: of these only Zstandard and LZ4 are imported.
  {
    within: "hyparquet-compressors",
    source: /^(?:\.\/(?:brotli|gzip|compressors)\.js|hysnappy)$/,
    code: "export const compressors = undefined, decompressBrotli = undefined, gunzip = undefined, snappyUncompress = undefined;",
  },
  // WebAssembly variants of the orbit library, with top-level await.
  { within: "satellite.js", source: /^#wasm-/, code: "export default undefined;" },
];

/** A rolldown plugin that leaves them out. */
export const unusedParts = {
  name: "unused-parts",
  resolveId(source, importer) {
    const index = UNUSED.findIndex(
      (part) =>
        part.source.test(source) &&
        (importer ?? "").replaceAll("\\", "/").includes(`/node_modules/${part.within}/`),
    );
    return index === -1 ? null : `\0unused-part-${index}`;
  },
  load(id) {
    const index = /^\0unused-part-(\d+)$/.exec(id)?.[1];
    return index === undefined ? null : UNUSED[Number(index)].code;
  },
};
