/** Reads coasts and borders from their text in `data/`. A map page carries the same text. */
import type { Position } from "../geo/geojson.ts";
import { DIGIT_VALUES } from "./data/digits.ts";

/** Reads the rings of each polygon: one polygon per line, rings separated by semicolons. */
export const readPolygons = (text: string): Position[][][] =>
  text.split("\n").map((line) => line.split(";").map(readRing));

/** Reads one line per line of the text. */
export const readLines = (text: string): Position[][] => text.split("\n").map(readRing);

/** Reads steps of a hundredth of a degree, in digits of base 45. Another digit follows a digit of 45 or more. */
function readRing(text: string): Position[] {
  const ring: Position[] = [];
  let [x, y, value, isLongitude] = [0, 0, 0, true];
  for (let at = 0; at < text.length; at++) {
    const digit = DIGIT_VALUES[text.charCodeAt(at)]!;
    if (digit >= 45) {
      value = value * 45 + digit - 45;
      continue;
    }
    value = value * 45 + digit;
    // The lowest bit is the sign.
    const step = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    value = 0;
    if (isLongitude) x += step;
    else {
      y += step;
      ring.push([x / 100, y / 100]);
    }
    isLongitude = !isLongitude;
  }
  return ring;
}
