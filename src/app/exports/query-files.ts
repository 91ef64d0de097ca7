import type { Context } from "../../cli/context.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { AppError } from "../../errors.ts";
import type { Footprint, FootprintFile, Wish } from "../../footprints/footprint.ts";
import { openFootprints } from "../../footprints/open-footprints.ts";
import { WrongFile } from "../../footprints/wrong-file.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { ITEM_ATTRIBUTES, propertiesOf } from "./attribute-names.ts";
import { unknownName, type QueryRequest } from "../../commands/export/query-request.ts";
import { soughtWords, type SoughtWords } from "./query-words.ts";

/** Items as the files are read. An item that several files hold (latest and its week, say) comes once. */
export async function* queryFiles(
  { notes, signal, dialect }: Context,
  request: QueryRequest,
): AsyncGenerator<StacItem> {
  const { files, limit, collection } = request;
  const seen = files.length > 1 ? new Set<string>() : undefined;
  const sought = soughtWords(request.where);
  let shown = 0;
  for (const { name, path } of files) {
    for await (const footprint of footprintsOf(name, path, request, sought)) {
      signal.throwIfAborted();
      for (const item of itemsOf(footprint, request, dialect.vendorPrefix)) {
        if (seen?.has(item.id) === true) continue;
        seen?.add(item.id);
        yield { ...item, ...(collection !== undefined && { collection }) };
        if (++shown < limit) continue;
        notes.note(`showing ${shown}, and there may be more (--limit N)`);
        return;
      }
    }
  }
  if (shown === 0) sought.tellMissed(notes);
}

/** Those of one file; what is wrong with it is told with the name that it was given by. */
async function* footprintsOf(
  name: string,
  path: string,
  request: QueryRequest,
  { holds }: SoughtWords,
): AsyncGenerator<Footprint> {
  const { place, where, productTypes, isOnlyIds, startMs, endMs } = request;
  let file: FootprintFile | undefined;
  try {
    file = await openFootprints(path);
    const { names } = file;
    const unknown = where.find((condition) => !names.includes(condition.name));
    if (unknown !== undefined) throw unknownName("--where", "attribute", unknown.name, names);
    const wish: Wish = {
      columns: isOnlyIds ? productTypes : [...productTypes, ...ITEM_ATTRIBUTES],
      boxes: place?.boxes,
      startMs,
      endMs,
      ...(where.length > 0 && {
        where: { columns: where.map((condition) => condition.name), holds },
      }),
    };
    for await (const footprint of file.read(wish)) {
      if (place === undefined || place.meets(footprint.geometry)) yield footprint;
    }
  } catch (error) {
    throw told(name, error);
  } finally {
    await file?.close();
  }
}

function* itemsOf(
  { attributes, geometry, timeMs }: Footprint,
  { productTypes }: QueryRequest,
  vendorPrefix: string,
): Generator<StacItem & { id: string }> {
  const { url } = attributes;
  for (const type of productTypes) {
    const id = attributes[type];
    if (typeof id !== "string") continue;
    yield {
      type: "Feature",
      id,
      geometry,
      properties: {
        ...propertiesOf(attributes, vendorPrefix),
        ...(timeMs !== undefined && { datetime: formatTimestamp(timeMs) }),
        "sar:product_type": type,
      },
      ...(typeof url === "string" && { links: [{ rel: "alternate", type: "text/html", href: url }] }),
    };
  }
}

function told(name: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const isSystem = !(error instanceof AppError) && typeof code === "string";
  if (!(error instanceof WrongFile) && !isSystem) return error;
  const reason = error instanceof WrongFile ? error.message : code === "ENOENT" ? "no such file" : code;
  return new AppError("usage", "INPUT_NOT_READABLE", `${name}: ${reason}`, { cause: error });
}
