/** The flags of `catalog search`. */
import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import { addBodyFlags } from "../../cli/flags/body-flags.ts";
import { bboxFlag, fileFlag, pointFlag } from "../../cli/flags/area-flags.ts";
import { placeFlag, radiusFlag } from "../../cli/flags/place-flags.ts";
import { completing, flag, repeatable, suggesting } from "../../cli/flags/flag.ts";
import { datetimeFlag, fromFlag, toFlag } from "../../cli/flags/interval-flags.ts";
import { mapFlag, openFlag } from "../../cli/flags/map-flags.ts";
import { allFlag, limitFlag, pageSizeFlag, priceFlag } from "../../cli/flags/paging-flags.ts";
import { productTypesFlag } from "../../cli/flags/product-flags.ts";
import { readCommaList, makeWordReader, readNonEmpty, type Reader } from "../../domain/readers.ts";
import { QUERYABLES } from "../../contract/vocabulary.ts";
import { SORTABLE, SORTED_HERE } from "../../domain/item-names.ts";
import { advice, typed } from "../../hint.ts";
import { parseWhere } from "../../domain/where.ts";

const ROWS = ["scene", "day"] as const;

/** Reads a share from 0 to 1. */
const readShare: Reader<number> = (given) => {
  const [, number = "", sign] = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(given) ?? [];
  const percent = Number(number);
  // Without a percent sign, 0.8 could be a share or a percentage.
  const isClear = number !== "" && percent > 0 && percent <= 100 && (sign === "%" || percent > 1);
  if (isClear) return { ok: true, value: percent / 100 };
  const rule = "must be a percentage such as 80%, above 0% and up to 100%";
  if (!(percent > 0 && percent <= 1)) return { ok: false, rule };
  const meant = `${Number((percent * 100).toFixed(6))}%`;
  return { ok: false, rule, next: advice`Did you mean ${meant}?` };
};

export const collectionFlag = () => repeatable("--collection <id>", "collection to search", readCommaList);
export const productTypeFlag = () => productTypesFlag("--product-type <type>", "sar:product_type");
export const instrumentModeFlag = () => flag("--instrument-mode <mode>", "sar:instrument_mode", readNonEmpty);
export const orbitStateFlag = () =>
  suggesting(flag("--orbit-state <state>", "sat:orbit_state", readNonEmpty), ["ascending", "descending"]);
export const platformFlag = () => flag("--platform <name>", "platform", readNonEmpty);
export const whereFlag = () =>
  completing(
    suggesting(
      repeatable("--where <condition>", 'condition on a property: "view:incidence_angle<30"', parseWhere),
      QUERYABLES,
    ),
    async (typed) => {
      const { listConditions } = await import("../../domain/condition-words.ts");
      return listConditions(typed);
    },
  );
export const minCoverFlag = () =>
  flag("--min-cover <share>", "least share of the area to cover, such as 80%", readShare);
export const ownedFlag = () => new Option("--owned", "only items that were ordered or downloaded here");
export const notOwnedFlag = () => new Option("--not-owned", "only items that are not owned, for certain");

/** The flags of searches of the catalog and of export files that most people need. */
export const SEARCH_MOST_USED = [
  "--point",
  "--place",
  "--radius",
  "--bbox",
  "--file",
  "--from",
  "--to",
  "--product-type",
  "--where",
  "--limit",
] as const;

/** The area and the time of a search. */
export const addAreaFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .optionsGroup("Place and time:")
    .addOption(pointFlag())
    .addOption(placeFlag())
    .addOption(radiusFlag())
    .addOption(bboxFlag())
    .addOption(fileFlag())
    .addOption(datetimeFlag())
    .addOption(fromFlag())
    .addOption(toFlag());

export const addSearchFlags = (command: Command) =>
  addBodyFlags(
    addAreaFlags(command)
      .addOption(flag("--bbox-crs <crs>", "reference system of --bbox, such as EPSG:3857", readNonEmpty))
      .optionsGroup("What:")
      .addOption(collectionFlag())
      .addOption(
        repeatable("--id <id>", "item or scene id (- for stdin); other filters are ignored", readCommaList),
      )
      .addOption(productTypeFlag())
      .addOption(instrumentModeFlag())
      .addOption(orbitStateFlag())
      .addOption(platformFlag())
      .addOption(flag("--collect-id <id>", "vendor:collect_id", readNonEmpty))
      .addOption(whereFlag())
      .addOption(flag("--like <id>", "scenes with the geometry of this item (id or short id)", readNonEmpty))
      .optionsGroup("How many, in which order:")
      .addOption(limitFlag("maximum number of rows (default on a terminal: 20)"))
      .addOption(allFlag())
      .addOption(pageSizeFlag())
      .addOption(
        completing(
          repeatable("--sort <field>", "property or column; :desc for descending order", readNonEmpty),
          async () => [...SORTABLE, ...SORTED_HERE],
        ),
      )
      .addOption(priceFlag())
      .addOption(new Option("--per-item", "one row per item, not per scene, on a terminal"))
      .addOption(ownedFlag())
      .addOption(notOwnedFlag())
      .optionsGroup("How much of the area:")
      .addOption(minCoverFlag())
      .addOption(new Option("--cover", "the fewest scenes that cover the area together"))
      .addOption(new Option("--cheapest", "with --cover: the cheapest scenes, priced by reviews"))
      .addOption(
        suggesting(
          flag("--per <row>", "one row per scene, or per day with the covered share", makeWordReader(ROWS)),
          ROWS,
        ),
      )
      .optionsGroup("Map:")
      .addOption(mapFlag())
      .addOption(new Option("--thumbnails", "pictures of the rows in the map page (at most 200, 20 MB)"))
      .addOption(openFlag())
      .optionsGroup("Body:"),
  );

export type SearchOptions = ReturnType<ReturnType<typeof addSearchFlags>["opts"]>;

/** Properties with a dedicated flag: its option. */
export const EQUALS_OPTIONS = {
  "sar:product_type": "productType",
  "sar:instrument_mode": "instrumentMode",
  "sat:orbit_state": "orbitState",
  platform: "platform",
  "vendor:collect_id": "collectId",
} as const satisfies Record<string, keyof SearchOptions>;

/** Examples of the flags, for errors. */
export const SEARCH_EXAMPLES = {
  "--bbox": advice`For example: ${typed("--bbox", "-9.5,38.5,-9,39")} (west, south, east, north)`,
  "--where": typed("--where", "view:incidence_angle<30"),
  "--sort": typed("--sort", "datetime:desc"),
  "--page-size": typed("--page-size", "100"),
} as const;
