/**
 * Words that a shell may propose for a flag or an argument, where listing them in its help would be too long. They are
 * loaded when a completion script is made: help reads no table for them.
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
