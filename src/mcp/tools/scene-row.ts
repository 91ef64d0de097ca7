/** The row of a catalog item in an answer: what a choice needs, without assets and links. */
import type { FoundItem } from "../../app/catalog/found-items.ts";
import { footprintOf } from "../../contract/item-footprint.ts";
import { collectOf } from "../../domain/catalog/scene.ts";
import { readVendorMember } from "../../contract/vendor-prefix.ts";

export async function openRows(): Promise<(found: FoundItem) => Record<string, unknown>> {
  const { placeText } = await import("../../places/describe-geometry.ts");
  return ({ item, cover, price, owned }) => {
    const property = (name: string): unknown => item.properties?.[name];
    return {
      collection: item.collection,
      id: item.id,
      time: property("datetime"),
      product: property("sar:product_type"),
      scene: collectOf(item),
      place: placeText(footprintOf(item)),
      satellite: property("platform"),
      mode: property("sar:instrument_mode"),
      orbit: property("sat:orbit_state"),
      look: property("sar:observation_direction"),
      incidence: property("view:incidence_angle"),
      squint: readVendorMember(item.properties, "squint_angle"),
      ...(cover && { coversPercent: Math.round(cover.share * 1000) / 10 }),
      ...(price && { price: price.text, ...price.amount }),
      ...(owned && { owned }),
    };
  };
}
