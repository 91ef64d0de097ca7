/** The usual short forms of words for the geometry of a scene or a pass, for tables that have no room for the words. */
const SHORT: Readonly<Record<string, string>> = {
  ascending: "asc",
  descending: "desc",
  right: "R",
  left: "L",
  stripmap: "strip",
  spotlight: "spot",
  sliding_spotlight: "slide",
};

/** The short form of a word that has one; any other value as it is. */
export const shortWord = (full: unknown): unknown =>
  typeof full === "string" && Object.hasOwn(SHORT, full) ? SHORT[full] : full;
