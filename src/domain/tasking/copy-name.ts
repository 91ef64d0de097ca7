/** The name of a retask: that of its original with a number, so that each stands for one request. */

const NUMBER = / (\d+)$/;
const SUFFIX = / - (?:TRID|RRID): \S+$/;

/** Returns the name without the number of a copy. `Site 7` is a name of its own, unless it is itself the name of a copy. */
export function findBaseName(name: string, description: string | undefined): string {
  const isCopy = SUFFIX.test(description ?? "");
  return isCopy ? name.replace(NUMBER, "") : name;
}

/** Returns the base with the first number above those that are taken: `Barcelona 2`. With `isFree`, the base if no name begins with it. */
export function makeCopyName(base: string, taken: Iterable<string>, isFree = false): string {
  const start = `${base} `.toLowerCase();
  const names = [...taken].map((name) => name.toLowerCase());
  if (isFree && !names.some((name) => `${name} `.startsWith(start))) return base;
  const numbers = names.map((small) => {
    const rest = small.startsWith(start) ? small.slice(start.length) : "";
    return /^\d{1,6}$/.test(rest) ? Number(rest) : 1;
  });
  return `${base} ${Math.max(1, ...numbers) + 1}`;
}
