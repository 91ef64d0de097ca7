/** Coasts and borders to draw: the whole world coarsely (Natural Earth 1:110m), and its borders at 1:50m. */
import type { Position } from "../geo/geojson.ts";
import { readRing } from "./coded-ring.ts";
import { BORDERS } from "./data/borders.generated.ts";
import { WORLD_BORDERS, WORLD_LAND } from "./data/world.generated.ts";

/** The rings of each polygon. */
export const worldLand = (): Position[][][] =>
  WORLD_LAND.split("\n").map((line) => line.split(";").map((text) => readRing(text)));

/** Borders as they are held, which is not always as they are claimed. */
export const worldBorders = (): Position[][] => WORLD_BORDERS.split("\n").map((text) => readRing(text));

let lines: Position[][] | undefined;

/** The borders of countries at 1:50m. */
export const borderLines = (): readonly (readonly Position[])[] =>
  (lines ??= BORDERS.split("\n").map((text) => readRing(text)));
