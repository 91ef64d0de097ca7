import { mix } from "../random.ts";

interface SerialKey {
  dayNumber: number;
  serial: number;
}

/** Maximum number of collects per day: the serial number has 16 of the key's 32 bits. */
export const MAX_PER_DAY = 65_536;

/** Packs a day and a number into one 32-bit key. */
export function packSerial(dayNumber: number, serial: number): number {
  return ((dayNumber << 16) | serial) >>> 0;
}

const formatHex = (bits: number): string => (bits >>> 0).toString(16).padStart(8, "0");

/**
 * Returns the UUID-shaped id of a collect. Its first 32 bits are the key, mapped one-to-one, so that collects are
 * found by id without an index.
 */
export function formatCollectId(seed: number, dayNumber: number, serial: number): string {
  const key = packSerial(dayNumber, serial);
  const [a, b, c] = [mix(key ^ seed ^ 0x51ed270b), mix(key + 0x2545f491), mix(seed + key * 3)];
  const tail = formatHex(c) + formatHex(mix(a ^ c));
  const version = ((a >>> 16) & 0x0fff) | 0x4000;
  const variant = (b & 0x3fff) | 0x8000;
  const words = [a & 0xffff, version, variant].map((word) => formatHex(word).slice(4));
  return `${formatHex(scramble(key, seed))}-${words.join("-")}-${tail.slice(0, 12)}`;
}

/**
 * Returns the day and number encoded in the first part of an id of this seed. The caller compares the whole id: any
 * text of this form decodes to a key.
 */
export function unpackId(seed: number, id: string): SerialKey | undefined {
  const shortId = id.slice(0, 8);
  if (!/^[0-9a-f]{8}$/.test(shortId)) return undefined;
  const key = unscramble(Number.parseInt(shortId, 16), seed);
  return { dayNumber: key >>> 16, serial: key & 0xffff };
}

const FACTOR = 0x9e3779b1;
/** FACTOR x INVERSE = 1 modulo 2^32. */
const INVERSE = 0x0e8b2f51;

function scramble(key: number, seed: number): number {
  const turned = Math.imul(key ^ seed, FACTOR);
  return Math.imul(turned ^ (turned >>> 16), FACTOR) >>> 0;
}

function unscramble(bits: number, seed: number): number {
  const turned = Math.imul(bits, INVERSE);
  return (Math.imul(turned ^ (turned >>> 16), INVERSE) ^ seed) >>> 0;
}
