/** Arguments that several tools share: an area, times and items. */
import * as z from "zod";
import type { OrderBody } from "../app/ordering/order-items.ts";
import type { ArchiveItem } from "../contract/order-item.ts";
import { parseArchiveItem, removeRepeats } from "../domain/orders/order-items.ts";
import { readDistance } from "../domain/readers.ts";
import { AppError, quoteText } from "../errors.ts";
import type { Geometry } from "../geo/geojson.ts";
import type { Hint } from "../hint.ts";
import { resolvePlace } from "../places/resolve-place.ts";
import { parseFlagTime, timeSentence } from "../time/flag-time.ts";
import { parseFlagInterval } from "../time/interval.ts";
import type { CallContext } from "./call.ts";
import { toPathInside } from "./roots.ts";

const MAX_LIMIT = 200;

/** The accepted times, without those of flags. */
const TIME_FORMS = "Give RFC 3339, a date such as 2026-03-01, now, or an offset such as -30d or +12h";

export const areaInput = {
  place: z
    .string()
    .optional()
    .describe("a city, port, volcano or large airport, such as Lisbon or 'Valencia, ES'"),
  point: z.array(z.number()).length(2).optional().describe("longitude and latitude in degrees"),
  radius: z.string().optional().describe("radius around the place or the point, such as 20km"),
  bbox: z.array(z.number()).length(4).optional().describe("west, south, east, north in degrees"),
  file: z
    .string()
    .optional()
    .describe("area file (GeoJSON, WKT, KML, KMZ, GeoPackage, shapefile) in the input folder of the server"),
};

export const timeInput = {
  from: z.string().optional().describe("start: RFC 3339, a date, now, or relative such as -30d"),
  to: z.string().optional().describe("end, like from"),
};

export const pageInput = {
  limit: z.number().int().min(1).max(MAX_LIMIT).optional().describe("maximum number of rows, default 20"),
  cursor: z.string().optional().describe("nextCursor of the answer before, with the same arguments"),
};

export const itemsInput = z
  .array(z.union([z.strictObject({ collection: z.string(), id: z.string() }), z.string()]))
  .min(1)
  .max(100)
  .describe(
    "items of the search, each with collection and id, as COLLECTION/ID, or as an id, also short (2ec5c0c5:GEO)",
  );

/** Returns the body of an order of these items. A purchase refuses a scene with several products. Errors: USAGE, ID_AMBIGUOUS. */
export async function readOrder(
  context: CallContext,
  items: z.output<typeof itemsInput>,
  { isPurchase = false } = {},
): Promise<OrderBody> {
  const { readOrderBody } = await import("../app/ordering/order-items.ts");
  const given = items.map((item) =>
    typeof item === "string" ? (parseArchiveItem(item) ?? item) : toItem(item),
  );
  const words = [...new Set(given.filter((item) => typeof item === "string"))];
  const meant = words.length === 0 ? [] : await findMeantItems(context, words, isPurchase);
  const all = given.flatMap((item): readonly ArchiveItem[] =>
    typeof item === "string" ? meant[words.indexOf(item)]! : [item],
  );
  return readOrderBody(context, removeRepeats(all));
}

async function findMeantItems(
  context: CallContext,
  words: readonly string[],
  isPurchase: boolean,
): Promise<ArchiveItem[][]> {
  const { findItemsToOrder } = await import("../app/ids/item-words.ts");
  const found = await findItemsToOrder(context, words, { isPurchase });
  return words.map((word, at) => {
    const items = found[at] ?? [];
    if (items.length > 0) return items.map(({ collectionId, granuleId }) => ({ collectionId, granuleId }));
    throw makeUsage(
      `the catalog has no item ${quoteText(word)}`,
      "Give COLLECTION/ID or the id of an item, as the tool search lists them",
    );
  });
}

const toItem = ({ collection, id }: { collection: string; id: string }) => ({
  collectionId: collection,
  granuleId: id,
});

/** Returns the area of a search. Errors: USAGE for several areas, PLACE_UNKNOWN, PLACE_AMBIGUOUS. */
export async function readAreaInput(
  { roots, events }: Pick<CallContext, "roots" | "events">,
  { place, point, radius, bbox, file }: z.output<z.ZodObject<typeof areaInput>>,
): Promise<{ bbox?: number[]; intersects?: Geometry }> {
  const given = Object.entries({ place, point, bbox, file }).filter(([, value]) => value !== undefined);
  if (given.length > 1)
    throw makeUsage(`${given.map(([name]) => name).join(" and ")} both give an area: give one of them`);
  const centre = place === undefined ? point : await readPlacePosition(place);
  if (radius !== undefined && centre === undefined) throw makeUsage("radius needs a place or a point");
  if (bbox !== undefined) return { bbox };
  if (file !== undefined)
    return { intersects: await readAreaIn(events, await toPathInside(roots, "input", file), file) };
  if (centre === undefined) return {};
  const at = { type: "Point" as const, coordinates: centre };
  if (radius === undefined) return { intersects: at };
  const { makeDisc } = await import("../geo/great-circle.ts");
  return { intersects: makeDisc(at, readRadius(radius)) };
}

async function readPlacePosition(name: string): Promise<number[]> {
  const found = await resolvePlace(name);
  if (found.kind === "one") return found.place.point.coordinates;
  const { makePlaceError } = await import("../domain/place-errors.ts");
  throw makePlaceError(name, found, { place: "place", point: "point" });
}

function readRadius(text: string): number {
  const reading = readDistance(text);
  if (reading.ok) return reading.value;
  throw makeUsage(`radius ${JSON.stringify(text)} ${reading.rule}`, reading.next);
}

const MAX_BYTES = 10_000_000;

/** Reads an area from a file; changed and skipped parts are notes of the answer. */
async function readAreaIn(
  events: Pick<CallContext["events"], "note">,
  path: string,
  name: string,
): Promise<Geometry> {
  const { readArea } = await import("../footprints/read-areas.ts");
  const bytes = await readInput(path, name, "Give a file of the input folder");
  const { geometry, notes } = await readArea({ name, path, read: async () => bytes }, "all");
  for (const note of notes) events.note(`${name}: ${note}`);
  return geometry;
}

/** Reads a file of a folder of the server; `next` is the next step for one that cannot be read. Errors: INPUT_NOT_READABLE. */
export async function readInput(path: string, name: string, next: string): Promise<Buffer> {
  const { readBounded } = await import("../disk/read-bounded.ts");
  const bytes = await readBounded(path, MAX_BYTES, { isOnlyFile: true }).catch(
    (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "ENOENT" ? "does not exist" : `cannot be read: ${error.code ?? "unknown"}`;
      throw new AppError("usage", "INPUT_NOT_READABLE", `${quoteText(name)} ${reason}`, { next });
    },
  );
  if (bytes === "not-a-file")
    throw new AppError("usage", "INPUT_NOT_READABLE", `${name} is not a file`, { next });
  if (bytes === "too-long")
    throw new AppError("usage", "INPUT_NOT_READABLE", `${name} is larger than ${MAX_BYTES} bytes`, {
      next,
    });
  return bytes;
}

/** Returns the interval of a search by the time of the service; undefined without times. */
export async function readInterval(
  { service }: Pick<CallContext, "service">,
  { from, to }: { from?: string | undefined; to?: string | undefined },
) {
  if (from === undefined && to === undefined) return undefined;
  const { nowMs } = await service.time();
  if (from !== undefined) requireTime("from", from, nowMs);
  if (to !== undefined) requireTime("to", to, nowMs);
  const interval = parseFlagInterval(`${from?.trim() ?? ".."}/${to?.trim() ?? ".."}`, nowMs);
  if (interval.ok) return interval;
  // Both times are valid, so only their order can be wrong.
  throw makeUsage(
    `to ${quoteText(to ?? "")} is before from ${quoteText(from ?? "")}`,
    "Give a later to, or an earlier from",
  );
}

/** Returns the time of an argument, in the notation of flags. Errors: USAGE with the name of the argument. */
export function requireTime(name: string, text: string, nowMs: number): { ms: number; iso: string } {
  const time = parseFlagTime(text, nowMs);
  if (time.ok) return time;
  throw makeUsage(timeSentence(name, text, time.reason), TIME_FORMS);
}

/** Returns the id of the item that a word means: an id of a scene or an item, in full or its beginning. */
export async function toItemId(context: CallContext, word: string): Promise<string> {
  const { findItemIdsMeant } = await import("../app/ids/item-words.ts");
  const [id = word] = await findItemIdsMeant(context, [word]);
  return id;
}

export const makeUsage = (message: string, next?: Hint): AppError =>
  new AppError("usage", "USAGE", message, { next });
