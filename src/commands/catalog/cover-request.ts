/** The flags about coverage, checked against the area of the search. */
import { readFoundSort, type FoundSort } from "../../app/catalog/choose-found.ts";
import { usageFault } from "../../cli/input/usage.ts";
import { inputError, type Fault } from "../../errors.ts";
import type { Region } from "../../geo/geojson.ts";
import { advice, typed, type Command, type Hint } from "../../hint.ts";
import type { SearchOptions } from "./search-flags.ts";

export interface CoverRequest {
  /** 0 to 1. */
  least?: number | undefined;
  /** Whether scenes are chosen to cover the area together, and by which criterion. */
  choice?: "fewest" | "cheapest" | undefined;
  /** Sorts by a value computed here, since the service cannot sort by it. */
  sort?: FoundSort | undefined;
}

/**
 * Separates a sort by a share or a price from the sorts of the service, which it follows. Errors: USAGE for two of
 * them, and for one after a sort of the service, which only the service could apply first.
 */
export function readSortsHere(texts: readonly string[] = []): {
  sort?: FoundSort;
  others: string[] | undefined;
} {
  const here = texts.filter((text) => readFoundSort(text) !== undefined);
  const others = texts.filter((text) => readFoundSort(text) === undefined);
  const [first] = here;
  const sort = readFoundSort(first ?? "");
  const sorts = { others: others.length === 0 ? undefined : others };
  if (first === undefined || sort === undefined) return sorts;
  if (here.length > 1) {
    const message = `${formatSorts(here)} contradict each other: scenes are sorted by a share or by a price`;
    throw makeSortError(message, advice`Keep the first of them: ${writeSorts([first, ...others])}`);
  }
  if (texts[0] !== first) {
    const message = `--sort ${first} after ${formatSorts(others)}: a sort by a share or a price must come first`;
    throw makeSortError(message, advice`Sort by ${first} first: ${writeSorts([first, ...others])}`);
  }
  return { sort, ...sorts };
}

const formatSorts = (sorts: readonly string[]): string => sorts.map((text) => `--sort ${text}`).join(" and ");

const makeSortError = (message: string, hint: Hint) =>
  inputError([usageFault("--sort", message, { next: hint })]);

const writeSorts = (sorts: readonly string[]): Command => typed(...sorts.flatMap((text) => ["--sort", text]));

/** Returns the flags that are given. */
const listGiven = (flags: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(flags).filter((flag) => flags[flag]);

export function readCoverRequest(
  options: SearchOptions & { /** --columns contains the share. */ isMeasured: boolean },
  area: Region | undefined,
  sort?: FoundSort,
): CoverRequest {
  const { minCover, cover, cheapest, per } = options;
  const isPerDay = per === "day";
  const aboutArea = listGiven({
    "--min-cover": minCover !== undefined,
    "--cover": cover === true,
    "--per day": isPerDay,
    "--sort covers": sort?.by === "covers",
    "--columns covers": options.isMeasured,
  });
  const aboutScenes = listGiven({
    "--map": options.map !== undefined,
    "--open": options.open === true,
    "--thumbnails": options.thumbnails === true,
    "--price": options.price === true,
    "--sort": sort !== undefined,
    "--cover": cover === true,
    "--per-item": options.perItem === true,
  });
  const faults: Fault[] = [];
  if (isPerDay && aboutScenes.length > 0) {
    const names = aboutScenes.join(" and ");
    const message = `--per day lists days, and ${names} ${aboutScenes.length === 1 ? "is" : "are"} for scenes and items`;
    faults.push(usageFault("--per", message, { next: `Leave out ${names}` }));
  }
  if (area === undefined && aboutArea.length > 0) {
    const [flag = ""] = aboutArea[0]!.split(" ");
    const message = `${aboutArea.join(" and ")} ${aboutArea.length === 1 ? "needs" : "need"} an area that can be covered: a box in degrees, a polygon or a disc, and no --id`;
    faults.push(usageFault(flag, message, { rule: "an area with a surface", next: suggestArea(options) }));
  }
  if (cheapest === true && cover !== true) {
    const message = "--cheapest is a criterion of --cover, and has no effect alone";
    faults.push(usageFault("--cheapest", message, { next: "Add --cover" }));
  }
  if (faults.length > 0) throw inputError(faults);
  const choice = cheapest === true ? "cheapest" : "fewest";
  return { least: minCover, choice: cover === true ? choice : undefined, sort };
}

/** Returns the flags that would add a surface to the search, if flags can. */
function suggestArea({ point, place, radius, bbox, id }: SearchOptions): Hint {
  if (id !== undefined || bbox !== undefined || radius !== undefined)
    return advice`Give another area, for example ${typed("--bbox", "-9.5,38.5,-9,39")}`;
  const centre = point === undefined && place === undefined ? ["--place", "Lisbon"] : [];
  return advice`Give an area, for example ${typed(...centre, "--radius", "20km")}`;
}
