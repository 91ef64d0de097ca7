/** Random numbers that a seed repeats (mulberry32): each subject gets its own stream, so that the order of events is free. */
export function randomOf(seed, subject = "") {
  let state = seed >>> 0;
  for (const character of subject) state = Math.imul(state ^ character.codePointAt(0), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of the weighted choices: `{ name: weight }`. */
export function pick(random, weights) {
  let left = random() * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  for (const [name, weight] of Object.entries(weights)) {
    left -= weight;
    if (left < 0) return name;
  }
  return Object.keys(weights)[0];
}
