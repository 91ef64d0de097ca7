/**
 * Values that a shell proposes for a flag or an argument when the list is too long for help. They are loaded only
 * when a completion script is generated: help does not load the tables.
 */
const LOAD = Symbol("loader of words to complete");
const WORDS = Symbol("words to complete");
type WithWords = { [LOAD]?: () => Promise<readonly string[]>; [WORDS]?: readonly string[] };

export function completing<N extends object>(named: N, load: () => Promise<readonly string[]>): N {
  (named as WithWords)[LOAD] = load;
  return named;
}

export async function loadWords(named: readonly object[]): Promise<void> {
  for (const each of named as readonly WithWords[])
    if (each[LOAD] !== undefined) each[WORDS] = await each[LOAD]();
}

export const completedWords = (named: object): readonly string[] => (named as WithWords)[WORDS] ?? [];
