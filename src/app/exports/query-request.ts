/** A query of downloaded export files: files, area, time, and product types. */
import { join, resolve } from "node:path";
import { EXPORT_TYPES } from "../../contract/vocabulary.ts";
import type { SearchBody } from "../../domain/catalog/searched-area.ts";
import { exists, isFolder } from "../../disk/existing.ts";
import { listFilesBelow } from "../../disk/files-below.ts";
import { findClosest, didYouMean } from "../../domain/closest.ts";
import { toAttributes, PRODUCT_COLUMNS } from "../../domain/exports/export-attributes.ts";
import { findExportFormat } from "../../domain/exports/export-name.ts";
import type { WhereClause } from "../../domain/where.ts";
import { AppError, inputError } from "../../errors.ts";
import { holdsAll } from "../../footprints/footprint.ts";
import type { BBox } from "../../geo/geojson.ts";
import { listSingleParts } from "../../geo/polygon.ts";
import { toAoiOfBox, toAoiOfParts, type AreaOfInterest } from "../../geo/area-of-interest.ts";
import { parseInterval } from "../../time/interval.ts";
import type { AppContext } from "../context.ts";
import { advice, swath } from "../../hint.ts";

export interface ExportQuestion {
  /** Files and folders, as given. */
  files: readonly string[];
  /** Area and time, as in a catalog search. A footprint matches if it meets any part of the area. */
  search: Pick<SearchBody, "bbox" | "intersects" | "datetime">;
  /** Conditions on properties of the catalog, or on attributes of the files. */
  where?: readonly WhereClause[] | undefined;
  /** Default: every product type that has a column. */
  productTypes?: readonly string[] | undefined;
  /** The collection of the items, since export files do not contain it. */
  collection?: string | undefined;
  limit?: number | undefined;
  /** The limit counts scenes, with all products of each. */
  hasScenes?: boolean;
  /** True when only the ids of the items are needed. */
  isOnlyIds?: boolean;
}

export interface QueryRequest {
  files: NamedFile[];
  area: AreaOfInterest | undefined;
  startMs: number | undefined;
  /** Inclusive, like the start. */
  endMs: number | undefined;
  /** Conditions on attributes, by their names in the files. */
  where: WhereClause[];
  productTypes: string[];
  collection: string | undefined;
  limit: number;
  hasScenes: boolean;
  isOnlyIds: boolean;
}

/** A file's name for messages, and its path. */
export interface NamedFile {
  name: string;
  path: string;
}

/** Throws FILTER_UNKNOWN, INPUT_NOT_READABLE. */
export async function readQueryRequest(
  { folder, dialect }: AppContext,
  {
    files,
    search,
    where = [],
    productTypes,
    collection,
    limit = Infinity,
    hasScenes = false,
    isOnlyIds = false,
  }: ExportQuestion,
): Promise<QueryRequest> {
  const interval = search.datetime === undefined ? undefined : parseInterval(search.datetime);
  const conditions = toAttributes(where, dialect.vendorPrefix);
  const typesNamed = conditions.filter(
    ({ name, operator }) => name === PRODUCT_TYPE && operator.startsWith("="),
  );
  requireKnownTypes(
    typesNamed.map(({ value }) => String(value)),
    "where",
  );
  return {
    files: await findExportFiles(files, folder),
    area: toArea(search),
    startMs: interval?.ok === true ? interval.startMs : undefined,
    endMs: interval?.ok === true ? interval.endMs : undefined,
    where: conditions.filter(({ name }) => name !== PRODUCT_TYPE),
    productTypes: chooseProductTypes(productTypes).filter((type) => isOfType(conditions, type)),
    collection,
    limit,
    hasScenes,
    isOnlyIds,
  };
}

function toArea({ bbox, intersects }: ExportQuestion["search"]): AreaOfInterest | undefined {
  if (bbox !== undefined) return toAoiOfBox(bbox as BBox);
  return intersects === undefined ? undefined : toAoiOfParts(listSingleParts(intersects));
}

/** The only property in which the items of a footprint differ. */
const PRODUCT_TYPE = "sar:product_type";

const isOfType = (conditions: readonly WhereClause[], type: string): boolean =>
  holdsAll(conditions.filter(({ name }) => name === PRODUCT_TYPE))({ [PRODUCT_TYPE]: type });

function chooseProductTypes(given: readonly string[] | undefined): string[] {
  if (given === undefined) return [...PRODUCT_COLUMNS];
  const types = given.map((type) => type.toUpperCase());
  requireKnownTypes(types, "productType");
  return PRODUCT_COLUMNS.filter((type) => types.includes(type));
}

function requireKnownTypes(types: readonly string[], option: string): void {
  const unknown = types.find((type) => !PRODUCT_COLUMNS.some((known) => known === type));
  if (unknown !== undefined) throw toUnknownName(option, "product type", unknown, PRODUCT_COLUMNS);
}

/** Returns the error for an unknown name in a local filter. */
export function toUnknownName(
  option: string,
  what: string,
  name: string,
  known: readonly string[],
): AppError {
  const meant = findClosest(name, known);
  const message = `no ${what} of an export is named ${JSON.stringify(name)}; known: ${known.join(", ")}`;
  return inputError([
    { code: "FILTER_UNKNOWN", path: "", option, value: name, message, ...didYouMean(meant) },
  ]);
}

/**
 * Returns the given files; a folder is replaced by all export files below it, sorted by name. Throws
 * INPUT_NOT_READABLE.
 */
async function findExportFiles(names: readonly string[], cwd: string): Promise<NamedFile[]> {
  const found = await Promise.all(
    names.map(async (name): Promise<NamedFile[]> => {
      const path = resolve(cwd, name);
      if (await isFolder(path)) return listExportFiles(name, path);
      if (await exists(path)) return [{ name, path }];
      throw new AppError("usage", "INPUT_NOT_READABLE", `${name}: no such file or folder`, {
        next: advice`Fetch an export first: ${swath`export fetch --type ${findType(name)} --out-dir <dir>`}`,
      });
    }),
  );
  return found.flat();
}

/** A type is not a file: it is fetched first. */
const findType = (name: string): string => EXPORT_TYPES.find((type) => type === name) ?? "latest";

async function listExportFiles(folder: string, path: string): Promise<NamedFile[]> {
  const entries = await listFilesBelow(path, (closed, error) => {
    const name = join(folder, closed.slice(path.length));
    const { code = error.message } = error as NodeJS.ErrnoException;
    throw new AppError("usage", "INPUT_NOT_READABLE", `${name}: the folder cannot be read (${code})`);
  });
  const files = entries
    // Part files have a name that starts with a dot.
    .filter(
      (entry) => entry.isFile() && !entry.name.startsWith(".") && findExportFormat(entry.name) !== undefined,
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  if (files.length === 0)
    throw new AppError("usage", "INPUT_NOT_READABLE", `${folder}: no export files are in this folder`, {
      next: advice`Fetch some: ${swath`export fetch --type full --format geoparquet --out-dir ${folder}`}`,
    });
  return files.map((file) => ({ name: join(folder, file.slice(path.length)), path: file }));
}
