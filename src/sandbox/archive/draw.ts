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
