/** Notes below the result of a search: the visible part, and the omissions of its page or map. */
import { countText, groupedText, othersText } from "../counted.ts";
import type { NextStep } from "../next-step.ts";
import { shareText } from "./quantity-text.ts";

export interface Counts {
  shown: number;
  /** The service's count; undefined without one. */
  matched: number | undefined;
}

/** The reason why a search ended before its last result. */
export type SearchEnd = Counts &
  (
    | {
        /** `read`: number of results from which the list was chosen. */
        kind: "read";
      }
    | {
        kind: "scenes";
        scenes: number;
        /** Further products of the listed scenes may follow. */
        mayContinue: boolean;
      }
    | {
        /**
         * `limit`: of this run. `no-next-page`: the service links to no next page, though there may be more results.
         */
        kind: "limit" | "no-next-page";
        /** The rows are scenes, and the counts are of items. */
        hasScenes: boolean;
      }
  );

/** Returns the notes about the end of a search; the last one has the next step. */
export function searchEndNotes(end: SearchEnd): [message: string, next?: NextStep][] {
  const { kind, shown, matched } = end;
  if (kind === "read")
    return [[`only the first ${countedText({ shown, matched })} items were read`, { do: "readAll" }]];
  if (kind === "scenes") {
    const items =
      matched === undefined
        ? `${groupedText(shown)} items, and there are more`
        : `${groupedText(shown)} of the ${groupedText(matched)} items found`;
    const which = end.scenes === 1 ? "scene" : countText(end.scenes, "scene");
    const message = `showing the first ${which}: ${items}`;
    return end.mayContinue
      ? [[message], ["further products of these scenes may follow", { do: "readAll" }]]
      : [[message, { do: "showMore" }]];
  }
  const unit = end.hasScenes && matched !== undefined ? " items" : "";
  return kind === "limit"
    ? [[`showing ${countedText({ shown, matched }, "is")}${unit}`, { do: "showMore" }]]
    : [
        [
          `showing ${countedText({ shown, matched }, "may be")}${unit}: the service offers no further page (narrow the search to see the rest)`,
        ],
      ];
}

/** Reports the first `shown` of all rows, counted in `unit`. */
export const leftOutText = ({ shown, all, unit }: { shown: number; all: number; unit: string }): string =>
  `showing ${shown} of ${countText(all, unit)}`;

/** Reports the number that cover at least a share of an area. */
export function coveringText({
  kept,
  all,
  unit,
  least,
  best,
}: {
  kept: number;
  all: number;
  unit: string;
  /** 0 to 1. */
  least: number;
  /** The largest share of one item, if none covers enough. */
  best: { share: number; isEstimate: boolean } | undefined;
}): string {
  const percent = Number((least * 100).toFixed(6));
  const only = best === undefined ? "" : `; the best one covers ${shareText(best)}`;
  return `${kept} of ${countText(all, unit)} ${kept === 1 ? "covers" : "cover"} at least ${percent}% of the area${only}`;
}

/** Returns `7 of 8,058`; without a count, the number shown and whether there may be more. */
export const countedText = ({ shown, matched }: Counts, verb?: string): string => {
  if (matched !== undefined) return `${groupedText(shown)} of ${groupedText(matched)}`;
  return verb === undefined ? groupedText(shown) : `${groupedText(shown)}, and there ${verb} more`;
};

/** Reports the number of items on a map for which places were requested. */
export const firstPlacesText = ({ items, collects }: { items: number; collects: number }): string =>
  `the map has the places of the first ${countText(items, "item")} and ${countText(collects, "collect")}`;

export const noPlacesText = (why: string): string =>
  `the catalog could not be searched for the places of the items: ${why}`;

/** The items of a page without a picture in it, by reason. */
export interface MissingPictures {
  /** Messages of the failures. */
  failures: readonly string[];
  unreachable: number;
  /** Hosts that were not requested any more. */
  hosts: readonly string[];
  late: number;
  /** Number of pictures beyond the limits of a page. */
  left: number;
  mostPictures: number;
}

export function missingPictureTexts({
  failures,
  unreachable,
  hosts,
  late,
  left,
  mostPictures,
}: MissingPictures): { warnings: string[]; notes: string[] } {
  const [first] = failures;
  const notAsked = (count: number): string =>
    `${countText(count, "more picture")} ${count === 1 ? "was" : "were"} not requested`;
  return {
    warnings: [
      ...(first === undefined
        ? []
        : [`a picture is missing in the page: ${first}${othersText(failures.length)}`]),
      ...(unreachable > 0 ? [`${notAsked(unreachable)}: ${hosts.join(", ")} could not be reached`] : []),
      ...(late > 0 ? [`${notAsked(late)}: the limit of 60 s for all pictures of a page was reached`] : []),
    ],
    notes:
      left > 0
        ? [
            `${countText(left, "row")} without picture: a page has at most ${mostPictures} pictures, 20 MB of them and 256 MB when decoded`,
          ]
        : [],
  };
}
