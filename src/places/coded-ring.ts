/** Rings and lines of positions as text: the form of the coasts and borders in `data/`, and of those inside a map page. */
import type { Position } from "../geo/geojson.ts";
import { DIGITS, DIGIT_VALUES } from "./data/digits.ts";

/** Steps of a hundredth of a degree, or as small as is said, zigzag in digits of base 45; a digit of 45 or more has another one behind it. */
export function readRing(text: string, steps = 100): Position[] {
  const ring: Position[] = [];
  let [x, y, value, isLongitude] = [0, 0, 0, true];
  for (let at = 0; at < text.length; at++) {
    const digit = DIGIT_VALUES[text.charCodeAt(at)]!;
    if (digit >= 45) {
      value = value * 45 + digit - 45;
      continue;
    }
    value = value * 45 + digit;
    const step = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    value = 0;
    if (isLongitude) x += step;
    else {
      y += step;
      ring.push([x / steps, y / steps]);
    }
    isLongitude = !isLongitude;
  }
  return ring;
}

/** The reverse of `readRing`, for positions that are such steps already or are rounded to them. */
export function writeRing(ring: readonly Position[], steps = 100): string {
  let [x, y] = [0, 0];
  let text = "";
  for (const [index, [longitude = 0, latitude = 0]] of ring.entries()) {
    const [nextX, nextY] = [Math.round(longitude * steps), Math.round(latitude * steps)];
    if (index > 0 && nextX === x && nextY === y) continue;
    text += writeStep(nextX - x) + writeStep(nextY - y);
    [x, y] = [nextX, nextY];
  }
  return text;
}

function writeStep(value: number): string {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = DIGITS[rest % 45]!;
  for (rest = Math.floor(rest / 45); rest > 0; rest = Math.floor(rest / 45))
    text = DIGITS[45 + (rest % 45)]! + text;
  return text;
}
