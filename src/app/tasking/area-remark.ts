/** The remark on an area that is much larger than a scene: its price, which is known after the request only, is that of many scenes. */
import { toJsonObject } from "../../contract/json-object.ts";
import type { CollectionType } from "../../contract/read-collection-types.ts";
import { readText } from "../../contract/read-record.ts";
import { POLYGON_TYPE } from "../../contract/vocabulary.ts";
import { groupedText } from "../../counted.ts";
import { AppError } from "../../errors.ts";
import { measureKm2 } from "../../geo/area.ts";
import type { Polygon } from "../../geo/geojson.ts";
import type { AppContext } from "../context.ts";
import { withoutNotes } from "../surroundings.ts";
import { listCollectionTypes, recallTypes } from "./collection-types.ts";

/** An area of this many scenes is remarked on. */
const MIN_SCENES = 3;

// Spec silent: how a service divides an area into scenes. We compare areas only, with the size that its list of types shows.
/** Returns the remark; undefined for a point, a small area, and a scene of unknown size. A script requests no list of types for it. */
export async function describeLargeArea(context: AppContext, body: unknown): Promise<string | undefined> {
  const { geometry, properties } = toJsonObject(body);
  if (toJsonObject(geometry)["type"] !== "Polygon") return undefined;
  const type = readText({ properties }, "collectionType") ?? POLYGON_TYPE;
  const types = await readTypes(context);
  const scene = types.find(({ name }) => name === type);
  const { sceneWidthKm: width, sceneLengthKm: length } = scene ?? { name: type };
  if (typeof width !== "number" || typeof length !== "number") return undefined;
  let areaKm2: number;
  try {
    areaKm2 = measureKm2(geometry as Polygon);
  } catch {
    // The rules of the body report an invalid polygon.
    return undefined;
  }
  const scenes = Math.ceil(areaKm2 / (width * length));
  if (!(scenes >= MIN_SCENES)) return undefined;
  const sizes = `${groupedText(Math.round(areaKm2))} km2, and a scene of ${type} has ${width} x ${length} km`;
  return `The area has ${sizes}: at least ${groupedText(scenes)} scenes, whose price is in the estimate`;
}

async function readTypes(context: AppContext): Promise<readonly CollectionType[]> {
  const { service, consent } = context;
  try {
    if (consent.canAsk && !service.isDryRun) return await listCollectionTypes(withoutNotes(context), {});
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
  }
  return (await recallTypes(context))?.types ?? [];
}
