/** Two-line element sets, with or without a line of the name before them. */
import { quote } from "../geo/quote.ts";
import { isLeapYear } from "../time/civil.ts";
import type { Elements, ElementsFault, ElementsRead } from "./elements.ts";

const LENGTH = 69;
/** Maximum number of characters; published names have at most 24. */
const MAX_NAME = 100;

/** Returns whether a line starts like the first line of a set, and like no other kind of file. */
export const isTle = (text: string): boolean =>
  /^[ \t]*1 [\dA-Z ]\d{4}[UCS ]/m.test(text) || /^[ \t]*1 [\dA-Z][\d ]{4}/m.test(text);

export function readTle(text: string): ElementsRead {
  const sets: Elements[] = [];
  const faults: ElementsFault[] = [];
  // Mail programs indent lines. No line of a set begins with a blank.
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  let name: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line === "" || line.startsWith("#")) continue;
    if (/^2 [\dA-Z ]/.test(line) && line.length >= LENGTH - 5) {
      faults.push({ place: `line ${at + 1}`, says: "a line 2 has no line 1 before it" });
      name = undefined;
    } else if (/^1 [\dA-Z ]/.test(line)) {
      const second = lines[at + 1] ?? "";
      if (second.startsWith("2 ")) {
        const set = readPair(line, second, at + 1, name, faults);
        if (set !== undefined) sets.push(set);
        at += 1;
      } else faults.push({ place: `line ${at + 1}`, says: "line 2 of this set does not follow" });
      name = undefined;
    } else {
      if (name !== undefined)
        faults.push({ place: `line ${at}`, says: `no element set follows the name ${quote(name)}` });
      name = line.replace(/^0 /, "").trim();
      if (name.length <= MAX_NAME) continue;
      faults.push({
        place: `line ${at + 1}`,
        says: `${quote(name)} is neither a line of a TLE nor a name (too long): a file contains sets of one format`,
      });
      name = undefined;
    }
  }
  if (name !== undefined)
    faults.push({ place: `line ${lines.length}`, says: `no element set follows the name ${quote(name)}` });
  return { sets, faults };
}

function readPair(
  first: string,
  second: string,
  line: number,
  name: string | undefined,
  faults: ElementsFault[],
): Elements | undefined {
  const before = faults.length;
  const fault = (on: 0 | 1, says: string): void => {
    faults.push({ place: `line ${line + on}`, says });
  };
  for (const [at, text] of [first, second].entries()) {
    const says = describeLineFault(text);
    if (says !== undefined) fault(at as 0 | 1, says);
  }
  // Columns of a truncated or changed line would be read as other numbers.
  if (faults.length > before) return undefined;
  const number = readCatalogNumber(first.slice(2, 7));
  if (number === undefined)
    fault(0, `the catalog number ${quote(first.slice(2, 7))} is neither digits nor Alpha-5`);
  else if (readCatalogNumber(second.slice(2, 7)) !== number)
    fault(
      1,
      `the catalog number ${second.slice(2, 7).trim()} is not that of line 1, ${first.slice(2, 7).trim()}`,
    );
  if (!/[02 ]/.test(first[62]!))
    fault(0, `the ephemeris type is ${first[62]}: only elements for SGP4 (0) can be computed`);
  const epochMs = readTleEpoch(first.slice(18, 32));
  if (epochMs === undefined)
    fault(0, `the epoch ${quote(first.slice(18, 32))} is not a year and day of the year`);
  const bstar = readExponent(first.slice(53, 61));
  if (bstar === undefined) fault(0, `the drag term ${quote(first.slice(53, 61))} is not a number`);
  const decimal = (what: string, from: number, to: number, range: readonly [number, number]): number => {
    const reading = readDecimal(second.slice(from, to), what, range);
    if (typeof reading === "number") return reading;
    fault(1, reading.fault);
    return Number.NaN;
  };
  const inclination = decimal("inclination", 8, 16, [0, 180]);
  const ascendingNode = decimal("ascending node", 17, 25, [0, 360]);
  const digits = second.slice(26, 33).replaceAll(" ", "0");
  if (!/^\d{7}$/.test(digits)) fault(1, `the eccentricity ${quote(second.slice(26, 33))} is not 7 digits`);
  const argumentOfPerigee = decimal("argument of perigee", 34, 42, [0, 360]);
  const meanAnomaly = decimal("mean anomaly", 43, 51, [0, 360]);
  const revolutionsPerDay = decimal("mean motion", 52, 63, [0.1, 18]);
  if (faults.length > before) return undefined;
  return {
    name: name ?? `NORAD ${number}`,
    catalogNumber: number!,
    epochMs: epochMs!,
    revolutionsPerDay,
    eccentricity: Number(`0.${digits}`),
    inclination,
    ascendingNode,
    argumentOfPerigee,
    meanAnomaly,
    bstar: bstar!,
  };
}

/** Describes a wrong length or checksum of a line; undefined when both are right. */
function describeLineFault(text: string): string | undefined {
  if (text.length !== LENGTH) return `a line of a TLE has ${LENGTH} characters, this one has ${text.length}`;
  const checksum = computeTleChecksum(text);
  const given = text[LENGTH - 1]!;
  return Number(given) === checksum
    ? undefined
    : `the checksum is ${quote(given)}, and the line adds up to ${checksum}`;
}

function readDecimal(
  text: string,
  what: string,
  [least, most]: readonly [number, number],
): number | { fault: string } {
  const value = /^ *\d+\.?\d* *$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most
    ? value
    : { fault: `the ${what} ${quote(text.trim())} is not a number from ${least} to ${most}` };
}

/** Digits have their value, a minus sign is 1; modulo 10. */
function computeTleChecksum(line: string): number {
  let sum = 0;
  for (const character of line.slice(0, LENGTH - 1))
    sum += character === "-" ? 1 : Number(/\d/.exec(character)?.[0] ?? 0);
  return sum % 10;
}

/** Letters of Alpha-5, in which the first character counts ten thousands from 10 on; I and O are excluded, because they look like digits. */
const ALPHA_5 = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Reads `25544`, ` 5`, or Alpha-5: `B1234` is 111234. */
function readCatalogNumber(text: string): number | undefined {
  const [, lead = "", rest = ""] = /^([A-Z])(\d{4})$/.exec(text) ?? [];
  if (lead !== "")
    return ALPHA_5.includes(lead) ? (10 + ALPHA_5.indexOf(lead)) * 10_000 + Number(rest) : undefined;
  return /^ *\d+ *$/.test(text) ? Number(text) : undefined;
}

/**
 * Reads `26060.51782528`: two digits of the year (57 to 99 belong to the last century), the day of the year with its
 * fraction.
 */
function readTleEpoch(text: string): number | undefined {
  const [, year = "", day = ""] = /^([\d ]\d)([ \d]{2}\d\.\d*)\s*$/.exec(text) ?? [];
  if (year === "") return undefined;
  const full = Number(year) < 57 ? 2000 + Number(year) : 1900 + Number(year);
  const days = Number(day);
  return days >= 1 && days < (isLeapYear(full) ? 367 : 366)
    ? Date.UTC(full, 0, 1) + (days - 1) * 86_400_000
    : undefined;
}

/** Reads ` 16538-4` as 0.16538e-4: the decimal point before the digits is implied. */
function readExponent(text: string): number | undefined {
  const [, sign = "", digits = "", exponent = ""] = /^([ +-])([\d ]{5})([ +-]\d)$/.exec(text) ?? [];
  if (digits === "") return undefined;
  return Number(`${sign.trim()}0.${digits.replaceAll(" ", "0")}e${exponent.trim()}`);
}
