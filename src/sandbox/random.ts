/** Returns a 32-bit hash of a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mix(hash);
}

/** Maps 32-bit numbers one-to-one, so that every bit of the result depends on every bit of the argument. */
export function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Creates a generator whose state is its key and the number of draws so far (a Weyl sequence, mixed twice). */
export function drawFrom(seed: number, key: number) {
  let state = mix(key ^ 0x9e3779b9) ^ seed;
  const step = mix(key + seed) | 1;
  const bits = (): number => {
    state = (state + step) | 0;
    return mix(mix(state) ^ seed);
  };
  const share = (): number => bits() / 4_294_967_296;
  return {
    /** Returns a number from 0 to below 1. */
    share,
    /** Returns a whole number from 0 to below `count`. */
    below: (count: number): number => Math.floor(share() * count),
    /** Returns a normally distributed number with mean 0 and deviation 1. */
    normal: (): number => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share()),
  };
}

/** Random numbers from a key: the same key gives the same numbers, in any order of keys. */
export type Draw = ReturnType<typeof drawFrom>;

/** Returns a well mixed 32-bit number from a seed and a place; the result is the same on every machine. */
export function hashAt(seed: number, x: number, y: number): number {
  let bits = seed ^ Math.imul(x, 0x9e3779b1) ^ Math.imul(y + 0x7f4a, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Returns the hash of `hashAt` as a number from 0 (inclusive) to 1 (exclusive). */
export function hashToUnit(seed: number, x: number, y: number): number {
  return hashAt(seed, x, y) / 0x1_0000_0000;
}

/** Returns the seed of a text (FNV-1a). */
export function hashSeed(text: string): number {
  let bits = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return hashAt(bits, text.length, 0);
}

/** Returns smooth value noise with three octaves, from 0 to 1; the largest features are about one unit wide. */
export function sampleNoise(seed: number, x: number, y: number): number {
  return (
    0.62 * hashLattice(seed, x, y) +
    0.25 * hashLattice(seed ^ 0x51ed270b, x * 2.7, y * 2.7) +
    0.13 * hashLattice(seed ^ 0x2f6b31d9, x * 7.1, y * 7.1)
  );
}

function hashLattice(seed: number, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const u = ease(x - left);
  const v = ease(y - top);
  const upper = blend(hashToUnit(seed, left, top), hashToUnit(seed, left + 1, top), u);
  const lower = blend(hashToUnit(seed, left, top + 1), hashToUnit(seed, left + 1, top + 1), u);
  return blend(upper, lower, v);
}

const blend = (from: number, to: number, share: number): number => from + (to - from) * share;

const ease = (share: number): number => share * share * (3 - 2 * share);
