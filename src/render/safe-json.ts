import { breakEmbeddedCommands, replaceUnsafe } from "./safe-text.ts";

const escapeUnits = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");

/**
 * Returns JSON with the same data as `JSON.stringify`. Every character that could act on a terminal or a CI
 * runner is escaped as `\uXXXX`. The only control characters are the line ends of an indented document.
 */
export function safeJson(value: unknown, indent?: number): string {
  const text = (JSON.stringify(value, undefined, indent) as string | undefined) ?? "null";
  // Raw line ends occur between tokens only: inside strings JSON.stringify has escaped them already.
  const escaped = replaceUnsafe(text, (character) =>
    character === "\n" ? character : escapeUnits(character),
  );
  return breakEmbeddedCommands(escaped, "\\u0023");
}
