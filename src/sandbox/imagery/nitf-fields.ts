/** Fields of NITF 2.1 (MIL-STD-2500C): characters of a fixed width, texts filled up at the end, numbers with zeros before. */

/** A text that is cut or filled up to its width; only printable ASCII may stand in a header. */
export const text = (width: number, value = ""): string =>
  value
    .replaceAll(/[^ -~]/gu, "-")
    .slice(0, width)
    .padEnd(width);

/** A number; one that does not fit is our bug, and would shift all that follows. */
export function digits(width: number, value: number): string {
  const written = String(value).padStart(width, "0");
  if (written.length !== width || !/^\d+$/u.test(written))
    throw new RangeError(`${value} has not ${width} digits`);
  return written;
}

/** `CCYYMMDDhhmmss`. */
export const moment = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/gu, "");

/** Class and the fifteen further security fields, all empty. */
export const UNCLASSIFIED = text(167, "U");

/** `ddmmssX` and `dddmmssY` of the four corners: upper left, upper right, lower right, lower left. */
export function cornersInSeconds(
  corners: readonly (readonly [longitude: number, latitude: number])[],
): string {
  return corners
    .map(([longitude, latitude]) => inSeconds(2, latitude, "NS") + inSeconds(3, longitude, "EW"))
    .join("");
}

function inSeconds(width: number, degrees: number, [positive, negative]: string): string {
  const seconds = Math.round(Math.abs(degrees) * 3600);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60] as const;
  return `${digits(width, parts[0])}${digits(2, parts[1])}${digits(2, parts[2])}${degrees < 0 ? negative : positive}`;
}
