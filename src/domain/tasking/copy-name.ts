/** The name of a retask, which is that of its original with a number, so that each name means one request; and its description. */

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

/** The suffixes that the service adds to the description of a retask, with the kind of the original. */
const ORIGINALS: Readonly<Record<string, string>> = { TRID: "task", CID: "collect", RRID: "repeat request" };

const SUFFIXES = / - (TRID|CID|RRID): (\S+)/g;

/** Returns a description without the suffixes of retasks, and what the last one names, such as `task 3f0c...`. */
export function splitRetaskDescription(description: string): { text: string; original?: string } {
  const [, kind, id] = [...description.matchAll(SUFFIXES)].at(-1) ?? [];
  if (kind === undefined) return { text: description };
  return { text: description.replaceAll(SUFFIXES, ""), original: `${ORIGINALS[kind]} ${id}` };
}
