const MIB = 1024 * 1024;
const LEAST = 16 * MIB;
/** A store accepts 10,000 parts; the rest is reserved for a wrong size. */
const PARTS = 9000;
/** Without a known size, parts grow by the minimum size after this many parts: 5 TiB still fit, and the last part has about 1 GiB. */
const GROWS_AFTER = 150;

/**
 * Returns the bytes of part `number` (from 1) of an object of this size. All parts of a known size are equal, which some stores require. The
 * maximum object, 5 TiB, has parts of 583 MiB.
 */
export function partBytes(size: number | undefined, number: number): number {
  if (size === undefined) return LEAST * (1 + Math.floor((number - 1) / GROWS_AFTER));
  return Math.max(LEAST, Math.ceil(size / PARTS / MIB) * MIB);
}
