/** Splits a line as a shell would, as far as examples need it: blanks, single and double quotes. */
export function words(line: string): string[] {
  const parts = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return parts.map((part) =>
    part.replaceAll(/'([^']*)'|"([^"]*)"/g, (_whole, single, double) => single ?? double),
  );
}
