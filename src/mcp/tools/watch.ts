import * as z from "zod";
import type { FoundItem } from "../../app/catalog/found-items.ts";
import { groupScenes } from "../../domain/catalog/scene.ts";
import { listAnswer } from "../answer.ts";
import { defineTool } from "../call.ts";
import { quoteText } from "../../errors.ts";
import { areaInput, makeUsage, pageInput, requireTime } from "../inputs.ts";
import { openRows, searchOf } from "./search.ts";

const MAX_SITES = 50;

export const watch = defineTool({
  name: "watch",
  title: "Look at many sites",
  description:
    "Lists the scenes over several sites since a time, the newest first. It keeps no state, orders nothing and runs nothing: `swath watch` " +
    "is the command that remembers what it reported. Costs nothing.",
  input: z.strictObject({
    sites: z
      .array(z.strictObject({ name: z.string(), ...areaInput, productType: z.string().optional() }))
      .min(1)
      .max(MAX_SITES),
    since: z.string().optional().describe("RFC 3339, a date, or relative; default -7d"),
    ...pageInput,
  }),
  run: async (context, { sites, since = "-7d", ...page }) => {
    const [{ searchItems }, { toFoundItems, gatherPages }, { markOwned }, rowOf] = await Promise.all([
      import("../../app/catalog/search-items.ts"),
      import("../../app/catalog/found-items.ts"),
      import("../../app/deliveries/owned.ts"),
      openRows(),
    ]);
    refuseUnclearSites(sites);
    const from = requireTime("since", since, (await context.service.time()).nowMs).iso;
    const marked = markOwned(context);
    const scenes: { site: string; items: readonly FoundItem[] }[] = [];
    for (const { name, ...site } of sites) {
      context.signal.throwIfAborted();
      const asked = await searchOf(context, { ...site, from }, ["-datetime"]);
      const found = await gatherPages(
        marked(toFoundItems(searchItems(context, { ...asked, limit: Infinity }))),
      );
      for (const { items } of groupScenes(found)) scenes.push({ site: name, items });
    }
    const rowOfScene = ({ site, items }: (typeof scenes)[number]) => ({ site, items: items.map(rowOf) });
    return listAnswer(scenes, page, rowOfScene, { scenes: scenes.length });
  },
});

type Site = { name: string } & Partial<Record<"place" | "point" | "bbox" | "file", unknown>>;

/** Refuses a site without an area, which would be the whole archive, and two sites of one name. */
function refuseUnclearSites(sites: readonly Site[]): void {
  const names = new Set<string>();
  for (const { name, place, point, bbox, file } of sites) {
    if ([place, point, bbox, file].every((area) => area === undefined))
      throw makeUsage(
        `the site ${quoteText(name)} has no area`,
        "Give it a place, a point, a bbox or a file",
      );
    if (names.has(name))
      throw makeUsage(`two sites have the name ${quoteText(name)}`, "Give each site a name of its own");
    names.add(name);
  }
}
