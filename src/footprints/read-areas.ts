/**
 * Reads areas and lists of features from files as people have them: GeoJSON, WKT and KML as text, and KMZ, GeoPackage
 * and shapefiles by the readers of export files. The content decides, not the extension.
 */
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { countText, listText } from "../counted.ts";
import { AppError } from "../errors.ts";
import { joinGeometries, KEEP_ONE, makeNotGeoJson, type Area, type Taking } from "../geo/area-geojson.ts";
import { listPositions, listSingleParts } from "../geo/polygon.ts";
import { dropParts, readAreaText, readFeaturesText, type GivenFeatures } from "../geo/read-area.ts";
import { CONVERT, writeOgr2ogr, writeOgrinfo } from "../geo/ogr2ogr.ts";
import { advice, typed, type Command, type Hint } from "../hint.ts";
import type { FeatureLayer, LayeredFile } from "./layered-file.ts";
import { openRandomAccess, WrongFile, type RandomAccessFile } from "./random-access-file.ts";
import type { ShapefilePart, ShapefileParts } from "./shapefile/open-shapefile.ts";
import type { ZipMember } from "./zip-directory.ts";

export interface AreaInput {
  /** Its name in messages, such as "--file aoi.gpkg". */
  name: string;
  /** Returns the whole document. Rejects with an AppError when it cannot be read. */
  read: () => Promise<Uint8Array>;
  /** The path of the document; undefined for a text and for stdin. */
  path?: string | undefined;
  /** The path as a person gave it, for commands; default: the name of the file. */
  given?: string | undefined;
  /** The layer to read; undefined for the only one. */
  layer?: string | undefined;
}

/** Reads one area: the only feature, or all of them. Errors: INPUT_NOT_GEOJSON, INPUT_NOT_JSON, INPUT_NOT_READABLE, GEOMETRY_COORDINATES_INVALID. */
export const readArea = (input: AreaInput, taking: Taking = "one"): Promise<Area> =>
  readInput(input, {
    readText: (bytes) => readAreaText(bytes, input.name, taking),
    readLayer: async (layer) => {
      const features = await gatherFeatures(layer, input.name);
      const [only, ...others] = features;
      if (only === undefined) throw makeNotGeoJson(input.name, "a layer without features", WANTED);
      if (others.length > 0 && taking === "all")
        return joinGeometries(
          features.map(({ geometry }) => geometry),
          input.name,
          "feature",
        );
      if (others.length > 0)
        throw makeNotGeoJson(input.name, `a layer with ${features.length} features`, KEEP_ONE);
      if (only.geometry === null) throw makeNotGeoJson(input.name, "a feature without a geometry", WANTED);
      return dropParts({ geometry: only.geometry, attributes: only.properties, notes: [] });
    },
  });

const WANTED = "Give a file with one feature that has a geometry";

/** Reads a list of features. Errors: those of `readArea`. */
export const readFeatures = (input: AreaInput): Promise<GivenFeatures> =>
  readInput<GivenFeatures>(input, {
    readText: (bytes) => readFeaturesText(bytes, input.name),
    readLayer: async (layer) => {
      const features = await gatherFeatures(layer, input.name);
      return {
        format: "table",
        notes: [],
        features: features.map((feature, at) => ({ ...feature, path: `features[${at}]` })),
      };
    },
  });

/** Maximum number of features and of corners in a layer, all of which are in memory. */
const MAX_FEATURES = 100_000;
const MAX_CORNERS = 2_000_000;

async function gatherFeatures({ read }: FeatureLayer, name: string) {
  const features = [];
  let corners = 0;
  for await (const feature of read()) {
    features.push(feature);
    const parts = feature.geometry === null ? [] : listSingleParts(feature.geometry);
    corners += parts.reduce((sum, part) => sum + listPositions(part).length, 0);
    const tooMany =
      features.length > MAX_FEATURES
        ? countText(MAX_FEATURES, "feature")
        : corners > MAX_CORNERS
          ? countText(MAX_CORNERS, "corner")
          : undefined;
    if (tooMany !== undefined)
      throw new AppError("usage", "INPUT_NOT_READABLE", `${name} has more than ${tooMany}`, {
        next: "Give a file with the places that you mean only",
      });
  }
  return features;
}

/** How a caller reads the content. */
interface Reading<Result> {
  readText: (bytes: Uint8Array) => Promise<Result>;
  readLayer: (layer: FeatureLayer) => Promise<Result>;
}

async function readInput<Result extends { notes: string[] }>(
  input: AreaInput,
  reading: Reading<Result>,
): Promise<Result> {
  const head = input.path === undefined ? undefined : await readHead(input.path);
  const bytes = head === undefined ? await input.read() : undefined;
  const format = findFormat(head ?? bytes!);
  if (format === undefined) {
    if (input.layer !== undefined)
      throw new AppError("usage", "INPUT_NOT_READABLE", `${input.name} has no layers`, {
        next: "Leave out |layername=",
      });
    if (/\.(?:dbf|prj|cpg|qpj|sbn|sbx)$/i.test(input.path ?? ""))
      throw new AppError("usage", "INPUT_NOT_GEOJSON", `${input.name} is a part of a shapefile`, {
        next: "Give the .shp beside it",
      });
    try {
      return await reading.readText(bytes ?? (await input.read()));
    } catch (error) {
      throw nameConversion(input, error);
    }
  }
  try {
    const file = bytes === undefined ? await openRandomAccess(input.path!) : toRandomAccess(bytes);
    try {
      return await readBinary(file, format, input, reading);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw nameFault(input, error);
  }
}

const HEAD_BYTES = 16;

/** Returns the first bytes of a regular file; undefined for anything else, and for a file that cannot be read. */
async function readHead(path: string): Promise<Buffer | undefined> {
  try {
    const file = await openRandomAccess(path);
    try {
      return await file.read(0, HEAD_BYTES);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

type BinaryFormat = "GeoPackage" | "zip archive" | "shapefile";

const MAGIC: readonly (readonly [BinaryFormat, RegExp])[] = [
  ["GeoPackage", /^SQLite format 3\0/],
  ["zip archive", /^PK(?:\x03\x04|\x05\x06)/],
  ["shapefile", /^\0\0\x27\x0a/],
];

function findFormat(bytes: Uint8Array): BinaryFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  return MAGIC.find(([, pattern]) => pattern.test(head))?.[0];
}

async function readBinary<Result extends { notes: string[] }>(
  file: RandomAccessFile,
  format: BinaryFormat,
  input: AreaInput,
  reading: Reading<Result>,
): Promise<Result> {
  if (format === "zip archive") return readArchive(file, input, reading);
  const { path } = input;
  if (path === undefined)
    throw new AppError("usage", "INPUT_NOT_READABLE", `${input.name} is a ${format}, which needs its path`, {
      next: "Give the path of the file in place of -",
    });
  if (format === "shapefile") return readShapefileBeside(path, input, reading);
  const { openGeoPackageLayers } = await import("./geopackage/open-geopackage.ts");
  return readOnlyLayer(await openGeoPackageLayers(file, path), input, reading);
}

/** Reads the layer that the input names, or the only one, and closes the file. */
async function readOnlyLayer<Result>(
  { layers, close }: LayeredFile,
  input: AreaInput,
  { readLayer }: Reading<Result>,
): Promise<Result> {
  try {
    const layer = chooseLayer(layers, input);
    if (layer.system !== undefined) throw makeForeignSystem(layer.system, input, layer.name);
    return await readLayer(layer);
  } finally {
    await close();
  }
}

/** Maximum number of layers in a message. */
const MAX_NAMED = 10;

function chooseLayer<Layer extends { name: string }>(layers: readonly Layer[], input: AreaInput): Layer {
  const { name, layer: wanted } = input;
  const [only, ...others] = layers;
  if (only === undefined) throw makeNotGeoJson(name, "no layer of features", WANTED);
  const names = layers.slice(0, MAX_NAMED).map((one) => one.name);
  const more = layers.length > MAX_NAMED ? ` and ${layers.length - MAX_NAMED} more` : "";
  const listed = `${names.join(", ")}${more}`;
  if (wanted !== undefined) {
    const found = layers.find((one) => one.name === wanted);
    if (found !== undefined) return found;
    throw new AppError(
      "usage",
      "INPUT_NOT_GEOJSON",
      `${name} has no layer ${JSON.stringify(wanted)}; it has ${listed}`,
    );
  }
  if (others.length === 0) return only;
  const chosen = `${nameFile(input) ?? "area.zip"}|layername=${only.name}`;
  throw makeNotGeoJson(
    name,
    `${layers.length} layers (${listed})`,
    advice`Name one of them: ${typed(chosen)}`,
  );
}

/** Returns the refusal of coordinates in another reference system, with the command that converts them. */
function makeForeignSystem(system: string, input: AreaInput, layer: string): AppError {
  const message = `${input.name} has coordinates in ${system}, not longitude and latitude (EPSG:4326)`;
  return new AppError("usage", "INPUT_NOT_GEOJSON", message, {
    next: advice`Convert it: ${makeConversion("-t_srs", nameFile(input), layer)}`,
  });
}

/** Returns the file for a command of a person. */
const nameFile = ({ given, path }: AreaInput): string | undefined =>
  path === undefined ? undefined : (given ?? basename(path));

/** Returns the step that makes GeoJSON of a file with GDAL: `-t_srs` converts, and `-a_srs` names the system. */
function makeConversion(
  flag: "-t_srs" | "-a_srs",
  file: string | undefined,
  layer?: string,
): Command | string {
  if (file === undefined) return `ogr2ogr ${flag} EPSG:4326`;
  // GDAL does not write over the file that it reads.
  const made = file === "area.geojson" ? "converted.geojson" : "area.geojson";
  return writeOgr2ogr([flag, "EPSG:4326"], made, file, layer);
}

/** Returns an error whose next step is a conversion with the file in its command. */
function nameConversion(input: AreaInput, error: unknown): unknown {
  const file = nameFile(input);
  if (!(error instanceof AppError) || error.next !== CONVERT || file === undefined) return error;
  return error.restated(error.message, { next: advice`Convert it: ${makeConversion("-t_srs", file)}` });
}

/** Maximum size of a KML document in an archive, which may be packed a thousandfold. */
const MAX_KML_BYTES = 64 * 1024 * 1024;

async function readArchive<Result extends { notes: string[] }>(
  file: RandomAccessFile,
  input: AreaInput,
  reading: Reading<Result>,
): Promise<Result> {
  const zip = await import("./zip-directory.ts");
  const files = zip.listFiles(await zip.readZipDirectory(file));
  const shapes = files.filter(({ name }) => /\.shp$/i.test(name));
  if (shapes.length > 0) {
    const [{ openShapefileLayer, toZipPart }, { findLayerMember }] = await Promise.all([
      import("./shapefile/open-shapefile.ts"),
      import("./shapefile/shapefile-members.ts"),
    ]);
    const stems = shapes.map(({ name }) => readStem(name));
    const wanted = input.layer ?? (shapes.length === 1 ? stems[0] : undefined);
    const layers = await Promise.all(
      shapes.map(async (shape, at) => {
        const name = stems[at]!;
        // A layer that is not read may lack anything.
        if (name !== wanted) return { name, system: undefined, read: readNothing };
        const partOf = (extension: string) => {
          const member = findLayerMember(files, shape, extension);
          return member && toZipPart(file, member);
        };
        return openShapefileLayer(name, requireParts(partOf, "in the archive"));
      }),
    );
    return readOnlyLayer({ layers, close: async () => {} }, input, reading);
  }
  const documents = files.filter(({ name }) => /\.kml$/i.test(name));
  if (documents.length === 0) throw makeForeignArchive(files, input);
  const readMember = (member: ZipMember) => readKmlMember(zip.readZipMember(file, member), member);
  const main = chooseMain(documents);
  const text = await readMember(main);
  const chosen = chooseDocument(documents, { main, links: findLinks(text, documents) }, input);
  const read = await reading.readText(chosen === main ? text : await readMember(chosen));
  const others = documents.filter((one) => one !== main && one !== chosen).map(({ name }) => name);
  if (others.length === 0) return read;
  const note = `read ${chosen.name} of the archive, not ${listText(others, MAX_NAMED)}`;
  return { ...read, notes: [...read.notes, note] };
}

const readStem = (name: string): string => basename(name).replace(/\.\w{3}$/, "");

/** Returns the document that Google Earth opens: doc.kml, else the first one that is in no folder. */
function chooseMain(documents: readonly ZipMember[]): ZipMember {
  const inRoot = documents.filter(({ name }) => !name.includes("/"));
  return inRoot.find(({ name }) => /^doc\.kml$/i.test(name)) ?? inRoot[0] ?? documents[0]!;
}

/** Returns the members to which a document without placemarks links, as GDAL writes the layers of a KMZ. */
function findLinks(bytes: Uint8Array, documents: readonly ZipMember[]): ZipMember[] {
  const text = Buffer.from(bytes).toString("latin1");
  if (/<(?:[\w.-]+:)?Placemark[\s>/]/.test(text)) return [];
  const targets = [...text.matchAll(/<(?:[\w.-]+:)?href>\s*(?:\.\/)?([^<]*?)\s*</g)].map(
    ([, target]) => target,
  );
  return documents.filter(({ name }) => targets.includes(Buffer.from(name).toString("latin1")));
}

/** Returns the document with the layer of the input; else the only one that has places. */
function chooseDocument(
  documents: readonly ZipMember[],
  { main, links }: { main: ZipMember; links: readonly ZipMember[] },
  input: AreaInput,
): ZipMember {
  if (input.layer === undefined && links.length < 2) return links[0] ?? main;
  const offered = input.layer === undefined ? links : documents;
  const layers = offered.map((member) => ({ name: readStem(member.name), member }));
  return chooseLayer(layers, input).member;
}

async function readKmlMember(bytes: AsyncIterable<Uint8Array>, { name, length }: ZipMember): Promise<Buffer> {
  if (length > MAX_KML_BYTES)
    throw new WrongFile(`its member ${name} has ${length} bytes; at most ${MAX_KML_BYTES} are read`);
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* readNothing(): AsyncGenerator<never> {}

/** Names of files that are worth unpacking. */
const READABLE = /\.(?:geojson|geojsonl|json|gpkg|wkt|shp|kml)$/i;

const WANTED_FORMATS = advice`Give one of these formats: ${typed("swath", "help", "formats")}`;

/** Returns the refusal of an archive without a shapefile and without KML. */
function makeForeignArchive(files: readonly ZipMember[], input: AreaInput): AppError {
  const names = files.map(({ name }) => name);
  const refuse = (found: string, next: Hint): AppError =>
    new AppError("usage", "INPUT_NOT_GEOJSON", `${input.name} is ${found}`, { next });
  const [database] = names.flatMap((name) => /^.*?\.gdb(?=\/)/i.exec(name)?.[0] ?? []);
  if (database !== undefined) {
    const file = nameFile(input);
    const source = file === undefined ? database : `/vsizip/${file}/${database}`;
    return refuse(
      "a zipped file geodatabase of Esri",
      advice`Convert it: ${makeConversion("-t_srs", source)}`,
    );
  }
  if (names.includes("[Content_Types].xml") || names[0] === "mimetype")
    return refuse("an Office document", WANTED_FORMATS);
  const inside = names.find((name) => READABLE.test(name));
  return refuse(
    names.length === 0 ? "an empty zip archive" : "a zip archive without a shapefile and without KML",
    inside === undefined ? WANTED_FORMATS : `Unzip it, and give ${basename(inside)}`,
  );
}

/** Returns the parts of a shapefile. Throws WrongFile for a missing one, with the next step for a missing reference system. */
function requireParts(
  partOf: (extension: string) => ShapefilePart | undefined,
  where: string,
): ShapefileParts {
  const partWith = (extension: string): ShapefilePart => {
    const part = partOf(extension);
    if (part !== undefined) return part;
    if (extension === ".prj") throw new WithoutSystem();
    throw new WrongFile(`it has no ${extension} ${where}, which a shapefile consists of`);
  };
  return {
    ".shp": partWith(".shp"),
    ".shx": partWith(".shx"),
    ".dbf": partWith(".dbf"),
    ".prj": partWith(".prj"),
    ".cpg": partOf(".cpg"),
  };
}

/** A shapefile without a .prj. */
class WithoutSystem extends WrongFile {
  constructor() {
    super("it has no .prj, so the reference system of its numbers is unknown");
  }
}

async function readShapefileBeside<Result extends { notes: string[] }>(
  path: string,
  input: AreaInput,
  reading: Reading<Result>,
): Promise<Result> {
  const stem = basename(path).slice(0, -4);
  const open: RandomAccessFile[] = [];
  try {
    const files = new Map<string, string>();
    for (const entry of await readdir(dirname(path)))
      if (entry.slice(0, -4) === stem) files.set(entry.slice(-4).toLowerCase(), join(dirname(path), entry));
    const parts = new Map<string, ShapefilePart>();
    for (const extension of [".shp", ".shx", ".dbf", ".prj", ".cpg"]) {
      const beside = files.get(extension);
      if (beside === undefined) continue;
      const file = await openRandomAccess(beside);
      open.push(file);
      parts.set(extension, { length: file.length, stream: () => streamFile(file) });
    }
    const { openShapefileLayer } = await import("./shapefile/open-shapefile.ts");
    const layer = await openShapefileLayer(
      stem,
      requireParts((extension) => parts.get(extension), "beside it"),
    );
    return await readOnlyLayer({ layers: [layer], close: async () => {} }, input, reading);
  } finally {
    for (const file of open) await file.close();
  }
}

const CHUNK_BYTES = 256 * 1024;

async function* streamFile(file: RandomAccessFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += CHUNK_BYTES) yield await file.read(at, at + CHUNK_BYTES);
}

/** Returns bytes as a file that has been read. */
const toRandomAccess = (bytes: Uint8Array): RandomAccessFile => ({
  length: bytes.length,
  read: async (start, end = bytes.length) =>
    Buffer.from(bytes.subarray(Math.max(0, start), Math.max(0, end))),
  close: async () => {},
});

/** Returns a fault of the file as the error of the input. */
function nameFault(input: AreaInput, error: unknown): unknown {
  if (error instanceof WithoutSystem)
    return new AppError("usage", "INPUT_NOT_GEOJSON", `${input.name}: ${error.message}`, {
      next: advice`If they are longitude and latitude: ${makeConversion("-a_srs", nameFile(input))}`,
      cause: error,
    });
  const { code } = error as NodeJS.ErrnoException;
  const isSystem = !(error instanceof AppError) && typeof code === "string";
  if (!(error instanceof WrongFile) && !isSystem) return error;
  const file = nameFile(input);
  const again = "If GDAL cannot read it either, ask for the file again";
  return new AppError("usage", "INPUT_NOT_READABLE", `${input.name}: ${(error as Error).message}`, {
    ...(!isSystem && { next: file === undefined ? again : advice`${again}: ${writeOgrinfo(file)}` }),
    cause: error,
  });
}
