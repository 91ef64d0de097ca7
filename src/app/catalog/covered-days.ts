/** Computes, for each day, the share of an area that its scenes cover together. */
import { countText } from "../../counted.ts";
import { listItemProducts, groupScenes } from "../../domain/catalog/scene.ts";
import type { Region } from "../../geo/geojson.ts";
import { SHARE_ROUNDING } from "../../geo/area.ts";
import type { AppContext } from "../context.ts";
import { measureCovered, gatherPages, type FoundItem, type FoundPages } from "./found-items.ts";
import { SHOW_MORE } from "../incomplete-list.ts";

/** The scenes of one day, and their joint coverage. */
export interface CoveredDay {
  /** In UTC: `2026-03-01`. */
  day: string;
  scenes: number;
  products: string[];
  /** 0 to 1. */
  covers: number;
  isEstimate: boolean;
  items: FoundItem["item"][];
}

/**
 * Returns one row per day, in the order of the list, up to `limit`; a note reports the number of the omitted ones.
 * Items without a time are skipped.
 */
export async function measureDays(
  { events }: AppContext,
  pages: FoundPages,
  {
    area,
    least = 0,
    limit = Number.POSITIVE_INFINITY,
  }: { area: Region; least?: number | undefined; limit?: number | undefined },
): Promise<CoveredDay[]> {
  // Loaded on demand, because its library is large.
  const { MeasuredArea } = await import("../../geo/overlay.ts");
  const whole = new MeasuredArea(area);
  const days = [...Map.groupBy(await gatherPages(pages), readDay)].filter(([day]) => day !== undefined);
  // Without a minimum share, only listed days are measured.
  const looked = least > 0 ? days : days.slice(0, limit);
  const rows = looked
    .map(([day, found]): CoveredDay => {
      const { share: covers, isEstimate } = whole.coverOf(measureCovered(whole, found));
      const items = found.map(({ item }) => item);
      return {
        day: day!,
        scenes: groupScenes(found).length,
        products: listItemProducts(items),
        covers,
        isEstimate,
        items,
      };
    })
    .filter(({ covers }) => covers >= least - SHARE_ROUNDING);
  const all = least > 0 ? rows.length : days.length;
  if (all > limit) events.note(`showing ${limit} of ${countText(all, "day")}`, SHOW_MORE);
  return rows.slice(0, limit);
}

const readDay = ({ item }: FoundItem): string | undefined =>
  /^\d{4}-\d\d-\d\d/.exec(String(item.properties?.["datetime"]))?.[0];
