/** The flags of commands whose rows have locations. */
import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import type { Format } from "../../domain/output-formats.ts";
import { readNewPath, type SystemReader } from "../../domain/readers.ts";
import { flag } from "./flag.ts";
import { advice, typed } from "../../hint.ts";

/** Refuses other file extensions, so that a page does not overwrite a data file. */
const htmlPath: SystemReader<string> = (given, platform) =>
  /\.html?$/i.test(given)
    ? readNewPath(given, platform)
    : { ok: false, rule: "must end in .html", next: advice`For example: ${typed("--map", "scenes.html")}` };

export const htmlFileFlag = <F extends string>(flags: F, description: string) =>
  flag(flags, description, htmlPath);

export const mapFlag = () => htmlFileFlag("--map <file>", "also write the rows as a map page, one HTML file");
export const openFlag = (what = "the map page") => new Option("--open", `open ${what} in the browser`);

export const addMapFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.addOption(mapFlag()).addOption(openFlag());

export interface MapOptions {
  map?: string;
  open?: true;
  /** The command also makes a gallery, which `open` then shows. */
  gallery?: true;
}

/** Returns whether a map page is written. */
export const isMapAsked = ({ map, open, gallery }: MapOptions): boolean =>
  map !== undefined || (open === true && gallery !== true);

/** Returns whether the result is shown on a map. */
export const wantsMap = (format: Format, options: MapOptions): boolean =>
  isMapAsked(options) || format === "html" || format === "map";
