import type { FileMetaData } from "hyparquet";
import { BBOX_SIDES, type BBoxSide } from "../../geo/geoparquet.ts";
import { refuseProjected, WrongFile } from "../random-access-file.ts";

/** The columns of the covering box of each row, by side. */
interface Covering extends Record<BBoxSide, string> {
  /** The top-level column. */
  column: string;
}

export interface GeoColumns {
  geometry: string;
  covering: Covering | undefined;
  /** All other top-level columns. */
  attributes: string[];
}

interface Declared {
  primary_column?: string;
  columns?: Record<
    string,
    { encoding?: string; crs?: { type?: string } | null; covering?: { bbox?: Record<BBoxSide, string[]> } }
  >;
}

/** Returns the first column of Parquet's own geometry type, which does not require GeoParquet metadata. */
const findNativeGeometry = ({ schema }: FileMetaData): string | undefined =>
  schema.find(({ logical_type: type }) => type?.type === "GEOMETRY" || type?.type === "GEOGRAPHY")?.name;

/** Reports whether a file declares a geometry column. */
export const declaresGeometry = (metadata: FileMetaData): boolean =>
  findGeoText(metadata) !== undefined || findNativeGeometry(metadata) !== undefined;

/** Returns the columns that the GeoParquet metadata (1.0, 1.1, geoparquet.org) or the column types declare. Throws WrongFile. */
export function readGeoColumns(metadata: FileMetaData): GeoColumns {
  const names = listTopColumns(metadata);
  const { primary_column: geometry = findNativeGeometry(metadata) ?? "geometry", columns = {} } =
    readDeclared(metadata);
  if (!names.includes(geometry)) throw new WrongFile("it has no geometry column");
  const { encoding = "WKB", crs, covering: declared } = columns[geometry] ?? {};
  if (encoding !== "WKB")
    throw new WrongFile(`its geometry is encoded as ${encoding}; only WKB is supported`);
  refuseProjected(crs?.type === "ProjectedCRS");
  const covering = readCovering(declared?.bbox);
  const attributes = names.filter((name) => name !== geometry && name !== covering?.column);
  return { geometry, covering, attributes };
}

const findGeoText = ({ key_value_metadata: pairs }: FileMetaData): string | undefined =>
  pairs?.find(({ key }) => key === "geo")?.value;

function readDeclared(metadata: FileMetaData): Declared {
  if (!declaresGeometry(metadata)) throw new WrongFile("it declares no geometry");
  try {
    return (JSON.parse(findGeoText(metadata) ?? "{}") as Declared | null) ?? {};
  } catch (error) {
    throw new WrongFile("its geometry metadata cannot be read", { cause: error });
  }
}

/** Returns the covering box. Only a box in one column is supported; any other covering is ignored. */
function readCovering(bbox: Record<BBoxSide, string[]> | undefined): Covering | undefined {
  const column = bbox?.xmin?.[0];
  if (bbox === undefined || column === undefined) return undefined;
  if (!BBOX_SIDES.every((side) => bbox[side]?.length === 2 && bbox[side][0] === column)) return undefined;
  const paths = BBOX_SIDES.map((side) => [side, bbox[side].join(".")] as const);
  return { column, ...(Object.fromEntries(paths) as Record<BBoxSide, string>) };
}

/** Returns the names of the top-level columns. The schema lists the tree of columns depth-first. Throws WrongFile. */
function listTopColumns({ schema }: FileMetaData): string[] {
  const names: string[] = [];
  let open = 0;
  for (const { name, num_children: children = 0 } of schema.slice(1)) {
    if (open === 0) names.push(name);
    else open -= 1;
    if (children < 0 || children > schema.length) throw new WrongFile("its list of columns is damaged");
    open += children;
  }
  return names;
}
