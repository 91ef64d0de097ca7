/** Coasts and borders to draw: the whole world coarsely (Natural Earth 1:110m), and its borders at 1:50m. */
import type { Position } from "../geo/geojson.ts";
import { readRing } from "./coded-ring.ts";
import { BORDERS } from "./data/borders.generated.ts";
import { WORLD_BORDERS, WORLD_LAND } from "./data/world.generated.ts";

/** One polygon a line, its rings separated by semicolons, each as `readRing` reads it. */
export const CODED_WORLD_LAND = WORLD_LAND;

/** One line of a border a line of text. Borders as they are held, which is not always as they are claimed. */
export const CODED_WORLD_BORDERS = WORLD_BORDERS;

let lines: Position[][] | undefined;

/** The borders of countries at 1:50m. */
export const borderLines = (): readonly (readonly Position[])[] =>
  (lines ??= BORDERS.split("\n").map(readRing));
