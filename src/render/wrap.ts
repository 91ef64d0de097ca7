import { displayWidth } from "./width.ts";

export interface WrapOptions {
  width: number;
  /** Blanks before the first line. */
  indent?: number;
  /** Blanks before the following lines; default: `indent`. */
  hangingIndent?: number;
}

function wrapLine(line: string, width: number, first: string, following: string): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/ +/).filter((part) => part !== "")) {
    const margin = lines.length === 0 ? first : following;
    if (current !== "" && displayWidth(`${margin}${current} ${word}`) > width) {
      lines.push(margin + current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  lines.push(current === "" ? "" : (lines.length === 0 ? first : following) + current);
  return lines;
}

/** Wraps our own prose to lines of at most `width` columns. A longer word is not broken, so that it can be copied. */
export function wrap(text: string, { width, indent = 0, hangingIndent = indent }: WrapOptions): string {
  const first = " ".repeat(indent);
  const following = " ".repeat(hangingIndent);
  return text
    .split("\n")
    .flatMap((line, index) => wrapLine(line, width, index === 0 ? first : following, following))
    .join("\n");
}
