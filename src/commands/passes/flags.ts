/** The flags of `passes`. */
import type { Command } from "@commander-js/extra-typings";
import { pointFlag } from "../../cli/flags/area-flags.ts";
import { addGeometryFlags } from "../../cli/flags/constraint-flags.ts";
import { flag, repeatable } from "../../cli/flags/flag.ts";
import { fromFlag, toFlag } from "../../cli/flags/interval-flags.ts";
import { mapFlag, openFlag } from "../../cli/flags/map-flags.ts";
import { allFlag, limitFlag } from "../../cli/flags/paging-flags.ts";
import { placeFlag, radiusFlag } from "../../cli/flags/place-flags.ts";
import { likeFlag } from "../../cli/flags/like-flag.ts";
import { targetFileFlag } from "../../cli/flags/target-flags.ts";
import { readDuration, readCommaList } from "../../domain/readers.ts";
import { elementsFlag } from "../../cli/flags/elements-flag.ts";

export const addPassFlags = (command: Command) =>
  addGeometryFlags(
    command
      .optionsGroup("Place and time:")
      .addOption(pointFlag())
      .addOption(placeFlag())
      .addOption(radiusFlag())
      .addOption(targetFileFlag())
      .addOption(likeFlag("only the geometry of a scene, over its centre or a target"))
      .addOption(fromFlag())
      .addOption(toFlag())
      .addOption(
        flag("--window <duration>", "length of the search instead of --to (7d; --like: 30d)", readDuration),
      )
      .optionsGroup("Satellites:")
      .addOption(elementsFlag())
      .addOption(
        repeatable("--satellite <name>", "only this satellite: name or catalog number", readCommaList),
      )
      .optionsGroup("Which windows:")
      .addOption(limitFlag("maximum number of windows (default on a terminal: 20)"))
      .addOption(allFlag())
      .optionsGroup("Map:")
      .addOption(mapFlag())
      .addOption(openFlag()),
  );

export type PassOptions = ReturnType<ReturnType<typeof addPassFlags>["opts"]>;
