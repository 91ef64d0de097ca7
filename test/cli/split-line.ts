/** Splits a line like a shell, as far as examples need it: spaces, single and double quotes. */
export function words(line: string): string[] {
  const parts = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return parts.map((part) =>
    part.replaceAll(/'([^']*)'|"([^"]*)"/g, (_whole, single, double) => single ?? double),
  );
}

/** The line with another value for a flag that it has. */
export function withFlag(line: string, flag: string, value: string): string {
  if (!line.includes(` ${flag} `)) throw new Error(`${flag} is not in: ${line}`);
  return line.replace(new RegExp(` ${flag} \\S+`), ` ${flag} ${value}`);
}
