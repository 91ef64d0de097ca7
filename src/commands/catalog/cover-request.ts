/** The flags about coverage, checked against the area of the search. */
import { usageFault } from "../../cli/input/usage.ts";
import type { FoundSort } from "../../app/catalog/choose-found.ts";
import { inputError, type Fault } from "../../errors.ts";
import type { Region } from "../../geo/geojson.ts";
import { advice, typed, type Command, type Hint } from "../../hint.ts";
import { flagsToCover } from "./catalog-request.ts";
import type { SearchOptions } from "./search-flags.ts";

export interface CoverRequest {
  /** 0 to 1. */
  least?: number | undefined;
  /** Whether scenes are chosen to cover the area together, and by which criterion. */
  choice?: "fewest" | "cheapest" | undefined;
  isPerDay: boolean;
  /** Sorts by a value computed here, since the service cannot sort by it. */
  sort?: FoundSort | undefined;
}

const SORTED_HERE = /^([-+]?)(covers|price)(?::(asc|desc))?$/i;

/**
 * Separates a sort by a share or a price from the sorts of the service, which it follows. Errors: USAGE for two of
 * them, and for one after a sort of the service, which only the service could apply first.
 */
export function sortedHere(texts: readonly string[] = []): {
  sort?: FoundSort;
  others: string[] | undefined;
} {
  const here = texts.filter((text) => SORTED_HERE.test(text));
  const others = texts.filter((text) => !SORTED_HERE.test(text));
  const [first] = here;
  if (first === undefined) return { others: others.length === 0 ? undefined : others };
  if (here.length > 1) throw inputError([secondSort(here, [first, ...others])]);
  if (texts[0] !== first) throw inputError([lateSort(first, others)]);
  const [, sign, by = "", direction = sign === "-" ? "desc" : "asc"] = SORTED_HERE.exec(first) ?? [];
  const sort = { by: by.toLowerCase() as FoundSort["by"], isDescending: direction.toLowerCase() === "desc" };
  return { sort, others: others.length === 0 ? undefined : others };
}

function secondSort(here: readonly string[], kept: readonly string[]): Fault {
  const given = here.map((text) => `--sort ${text}`).join(" and ");
  const message = `${given} cannot stand together: scenes are sorted by what is worked out here, a share or a price, only once`;
  return usage("--sort", message, advice`Keep the first of them: ${sortedBy(kept)}`);
}

function lateSort(here: string, before: readonly string[]): Fault {
  const given = before.map((text) => `--sort ${text}`).join(" ");
  const message = `--sort ${here} after ${given}: what the service sorts by cannot come before what is worked out here, a share or a price`;
  return usage("--sort", message, advice`Sort by ${here} first: ${sortedBy([here, ...before])}`);
}

const sortedBy = (sorts: readonly string[]): Command => typed(...sorts.flatMap((text) => ["--sort", text]));

export function coverRequest(
  options: SearchOptions & { /** --columns contains the share. */ isMeasured: boolean },
  area: Region | undefined,
  sort?: FoundSort,
): CoverRequest {
  const { minCover, cover, cheapest, per, perItem, isMeasured, map, open, thumbnails, price } = options;
  const isPerDay = per === "day";
  const asking = [
    minCover !== undefined && "--min-cover",
    cover === true && "--cover",
    isPerDay && "--per day",
    sort?.by === "covers" && "--sort covers",
    isMeasured && "--columns covers",
  ].filter((flag) => flag !== false);
  const faults: Fault[] = [];
  const aboutScenes = [
    map !== undefined && "--map",
    open === true && "--open",
    thumbnails === true && "--thumbnails",
    price === true && "--price",
    sort !== undefined && "--sort",
    cover === true && "--cover",
    perItem === true && "--per-item",
  ].filter((flag) => flag !== false);
  if (isPerDay && aboutScenes.length > 0) {
    const names = aboutScenes.join(" and ");
    const message = `--per day lists days, and ${names} ${aboutScenes.length === 1 ? "is" : "are"} for scenes and items`;
    const hint = `Leave out ${names}`;
    faults.push(usage("--per", message, hint));
  }
  if (area === undefined && asking.length > 0)
    faults.push(
      usageFault(
        asking[0]!.split(" ")[0]!,
        `${asking.join(" and ")} ${asking.length === 1 ? "needs" : "need"} an area that can be covered: a box in degrees, a polygon or a disc, and no --id`,
        { rule: "an area with a surface", hint: areaHint(flagsToCover(options)) },
      ),
    );
  if (cheapest === true && cover !== true)
    faults.push(
      usage("--cheapest", "--cheapest says by what --cover chooses, and has no effect alone", "Add --cover"),
    );
  if (faults.length > 0) throw inputError(faults);
  return {
    least: minCover,
    choice: cover === true ? (cheapest === true ? "cheapest" : "fewest") : undefined,
    isPerDay,
    sort,
  };
}

const AREAS = "--bbox -9.5,38.5,-9,39, --place Lisbon --radius 20km, or --file area.geojson";

/** Returns the hint. Undefined or no flags: the given area has no surface. */
const areaHint = (flags: readonly string[] | undefined): Hint =>
  flags === undefined || flags.length === 0
    ? `Give another area: ${AREAS}`
    : advice`Give an area, for example ${typed(...flags)}`;

const usage = (flag: string, message: string, hint: Hint): Fault => usageFault(flag, message, { hint });
