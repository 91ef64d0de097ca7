/** So many of a thing, for people: `1 file`, `3 files`. */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
