import type { Context } from "../../cli/context.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { closest } from "../../domain/closest.ts";
import { AppError, inputError } from "../../errors.ts";
import type { Footprint } from "../../footprints/footprint.ts";
import { hintsOf, matcherOf } from "../../footprints/match-footprint.ts";
import { readFootprints } from "../../footprints/read-footprints.ts";
import { WrongFile } from "../../footprints/wrong-file.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { propertiesOf } from "./attribute-names.ts";
import type { QueryRequest } from "./query-request.ts";

/** The product columns of an export, in the order of the interface. */
const PRODUCT_COLUMNS = ["SLC", "GEO", "GEC", "SICD", "SIDD", "CPHD"] as const;

/** Items as the files are read. An item that several files hold (latest and its week, say) comes once. */
export async function* queryFiles(context: Context, request: QueryRequest): AsyncGenerator<StacItem> {
  const { files, query, limit } = request;
  const types = productColumns(request);
  const isMatch = matcherOf(query);
  const hints = hintsOf(query);
  const seen = new Set<string>();
  let shown = 0;
  for (const { name, path } of files) {
    let isFirst = true;
    for await (const footprint of readable(name, readFootprints(path, hints))) {
      context.signal.throwIfAborted();
      if (isFirst) requireAttributes(footprint, request);
      isFirst = false;
      if (!isMatch(footprint)) continue;
      for (const item of itemsOf(footprint, types, request.collection)) {
        if (seen.has(item.id)) continue;
        seen.add(item.id);
        yield item;
        if (++shown < limit) continue;
        context.notes.note(`showing ${shown}, there may be more (--limit N)`);
        return;
      }
    }
  }
}

function productColumns({ productTypes }: QueryRequest): readonly string[] {
  const unknown = productTypes?.find((type) => !PRODUCT_COLUMNS.some((known) => known === type));
  if (unknown !== undefined) throw unknownName("--product-type", "product type", unknown, PRODUCT_COLUMNS);
  return productTypes ?? PRODUCT_COLUMNS;
}

function requireAttributes({ attributes }: Footprint, { query }: QueryRequest): void {
  const known = Object.keys(attributes);
  const unknown = query.where.find(({ name }) => !known.includes(name))?.name;
  if (unknown !== undefined) throw unknownName("--where", "attribute", unknown, known);
}

function unknownName(flag: string, what: string, name: string, known: readonly string[]): AppError {
  const meant = closest(name, known);
  const hint = meant === undefined ? undefined : `did you mean "${meant}"?`;
  const message = `${flag}: no ${what} of an export is named "${name}"; known: ${known.join(", ")}`;
  return inputError([
    { code: "FILTER_UNKNOWN", path: "", flag, value: name, message, ...(hint && { hint }) },
  ]);
}

function* itemsOf(
  { attributes, geometry, timeMs }: Footprint,
  types: readonly string[],
  collection: string | undefined,
): Generator<StacItem & { id: string }> {
  for (const type of types) {
    const id = attributes[type];
    if (typeof id !== "string") continue;
    yield {
      type: "Feature",
      id,
      ...(collection !== undefined && { collection }),
      geometry,
      properties: {
        ...(timeMs !== undefined && { datetime: formatTimestamp(timeMs) }),
        "sar:product_type": type,
        ...propertiesOf(attributes),
      },
    };
  }
}

/** What is wrong with a file, told with the name that it was given by. */
async function* readable(name: string, rows: AsyncIterable<Footprint>): AsyncGenerator<Footprint> {
  try {
    yield* rows;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const isSystem = !(error instanceof AppError) && typeof code === "string";
    if (!(error instanceof WrongFile) && !isSystem) throw error;
    const reason = error instanceof WrongFile ? error.message : code === "ENOENT" ? "no such file" : code;
    throw new AppError("usage", "INPUT_NOT_READABLE", `${name}: ${reason}`, { cause: error });
  }
}
