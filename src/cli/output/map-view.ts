/** What a map shows of a result beside its rows: facts of all of them, and where the items lie that the rows name. */
import { placesOfItems } from "../../app/catalog/item-places.ts";
import type { ItemName } from "../../domain/catalog/item-name.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { countText } from "../../render/quantity-text.ts";
import type { Context } from "../context.ts";
import type { View } from "./view.ts";

/** The same view, in which each row has the place of the catalog items that it names. Says how many rows have none. */
export async function viewForMap(
  context: Context,
  view: View<unknown>,
  data: unknown,
): Promise<View<unknown>> {
  if (view.mapFacts !== undefined) context.map.facts = view.mapFacts(data);
  if (view.itemsOf === undefined) return view;
  const itemsOf = (row: unknown): readonly ItemName[] => view.itemsOf?.(row) ?? [];
  const rows = [...(view.rows(data) as Iterable<unknown>)];
  const { notes } = context;
  if (context.service.isDryRun) {
    notes.note("--dry-run sends nothing, so the map does not show where the items lie");
    return view;
  }
  const placeOf = await placesOfItems(context, rows.flatMap(itemsOf));
  const places = new Map<unknown, Geometry | undefined>();
  for (const row of rows)
    places.set(row, await joined(itemsOf(row).flatMap((item) => placeOf?.(item) ?? [])));
  const without = rows.filter((row) => places.get(row) === undefined).length;
  const why = placeOf === undefined ? "" : ": the catalog of this profile does not show their items";
  if (without > 0)
    notes.note(
      `${without} of ${countText(rows.length, "row")} ${without === 1 ? "has" : "have"} no place on the map${why}`,
    );
  return { ...view, map: (row) => ({ ...view.map?.(row), geometry: places.get(row) }) };
}

/** The places of a row's items as one: where two of them overlap, the map would draw a hole. */
async function joined(places: readonly Geometry[]): Promise<Geometry | undefined> {
  // The products of a scene mostly have one outline.
  const different = [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
  if (different.length < 2) return different[0];
  const { unionOf } = await import("../../geo/footprint-union.ts");
  return { type: "GeometryCollection", geometries: unionOf(different) };
}
