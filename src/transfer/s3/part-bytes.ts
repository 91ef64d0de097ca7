const MIB = 1024 * 1024;
const LEAST = 16 * MIB;
/** A store takes 10,000 parts; some room is left for a size that was said wrong. */
const PARTS = 9000;
/** While nobody has said the size, parts grow by the least after so many: 5 TiB still fit, and the last has about 1 GiB. */
const GROWS_AFTER = 150;

/**
 * Bytes of part `number` (from 1) of an object of this size. All parts of a known size are alike, as some stores ask; 5 TiB,
 * the most that a store holds, comes in parts of 583 MiB.
 */
export function partBytes(size: number | undefined, number: number): number {
  if (size === undefined) return LEAST * (1 + Math.floor((number - 1) / GROWS_AFTER));
  return Math.max(LEAST, Math.ceil(size / PARTS / MIB) * MIB);
}
