/** Globs over export names: `*` within a folder, `**` across folders, `?` one character. */

/**
 * True when the whole name matches. A pattern without a slash is held against the last part of the name, as `*.gpkg` is
 * meant. Linear in pattern times name, whatever the pattern.
 */
export function matchesGlob(name: string, pattern: string): boolean {
  const text = pattern.includes("/") ? name : name.slice(name.lastIndexOf("/") + 1);
  const tokens = pattern.match(/\*\*\/?|[^]/gu) ?? [];
  const characters = Array.from(text);
  // reached[i]: the tokens so far match the first i characters.
  let reached = characters.map((_, at) => at === 0).concat(characters.length === 0);
  for (const token of tokens) {
    const next = reached.map(() => false);
    for (let at = 0; at <= characters.length; at++) {
      const previous = at > 0 && (next[at - 1] as boolean);
      if (token === "*") next[at] = reached[at]! || (previous && characters[at - 1] !== "/");
      else if (token.startsWith("**"))
        next[at] = reached[at]! || (at > 0 && wasReached(reached, at, token, characters));
      else if (at > 0) {
        const isSame = token === "?" ? characters[at - 1] !== "/" : characters[at - 1] === token;
        next[at] = reached[at - 1]! && isSame;
      }
    }
    reached = next;
  }
  return reached[characters.length] === true;
}

/** `**` takes any text; with its slash, whole folders only. */
function wasReached(
  reached: readonly boolean[],
  at: number,
  token: string,
  characters: readonly string[],
): boolean {
  const first = reached.indexOf(true);
  if (first === -1 || first >= at) return false;
  return token === "**" || characters[at - 1] === "/";
}
