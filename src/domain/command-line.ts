/** Words as a line that can be pasted into a shell. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(" ");
}

const quoted = (word: string): string =>
  /^(?!~)[\w@%+=:,.~/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
