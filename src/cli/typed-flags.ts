/** Reads flags from the raw arguments, for cases in which parsing has failed or not begun. */

/** Returns the arguments before `--`. */
export function listFlagWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}

/** Returns the values of a flag, in the order in which they were typed: `--flag value`, `--flag=value`, `-fvalue`. */
export const readTypedValues = (argv: readonly string[], long: string, short?: string): string[] =>
  listFlagWords(argv).flatMap((word, at, words) => {
    if (word === long || word === short) return words[at + 1] ?? [];
    if (word.startsWith(`${long}=`)) return word.slice(long.length + 1);
    return short !== undefined && word.startsWith(short) ? word.slice(short.length).replace(/^=/, "") : [];
  });
