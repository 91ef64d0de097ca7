/** The flags about how much of the area is covered, checked against the area of the search. */
import { inputError, type Fault } from "../../errors.ts";
import type { Region } from "../../geo/flat-polygons.ts";
import type { SearchOptions } from "./search-flags.ts";

export interface CoverRequest {
  /** 0 to 1. */
  least?: number | undefined;
  /** Whether the scenes that together cover the area are chosen, and by what. */
  choice?: "fewest" | "cheapest" | undefined;
  isPerDay: boolean;
}

export function coverRequest(
  {
    minCover,
    cover,
    cheapest,
    per,
    perItem,
    columns,
  }: SearchOptions & { columns?: readonly string[] | undefined },
  area: Region | undefined,
): CoverRequest {
  const isPerDay = per === "day";
  const asking = [
    minCover !== undefined && "--min-cover",
    cover === true && "--cover",
    isPerDay && "--per day",
    columns?.includes("covers") === true && "--columns covers",
  ].filter((flag) => flag !== false);
  const faults: Fault[] = [];
  if (area === undefined && asking.length > 0)
    faults.push({
      code: "USAGE",
      path: "",
      flag: asking[0]!.split(" ")[0]!,
      rule: "an area with a surface",
      message: `${asking.join(" and ")} ${asking.length === 1 ? "needs" : "need"} an area that can be covered: a box in degrees, a polygon or a disc, and no --id`,
      hint: "For example: --bbox -9.5,38.5,-9,39, --place Lisbon --radius 20km, or --file area.geojson",
    });
  if (cheapest === true && cover !== true)
    faults.push(
      usage("--cheapest", "--cheapest says by what --cover chooses, and has no effect alone", "Add --cover"),
    );
  if (isPerDay && cover === true)
    faults.push(
      usage(
        "--per",
        "--per day and --cover contradict each other: one lists days, the other chooses scenes",
        "Give one of them",
      ),
    );
  if (isPerDay && perItem === true)
    faults.push(usage("--per", "--per day and --per-item contradict each other", "Give one of them"));
  if (faults.length > 0) throw inputError(faults);
  return {
    least: minCover,
    choice: cover === true ? (cheapest === true ? "cheapest" : "fewest") : undefined,
    isPerDay,
  };
}

const usage = (flag: string, message: string, hint: string): Fault => ({
  code: "USAGE",
  path: "",
  flag,
  message,
  hint,
});
