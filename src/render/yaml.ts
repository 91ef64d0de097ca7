import { Document, Scalar, visit } from "yaml";
import { breakEmbeddedCommands, isRunnerCommand, replaceUnsafe } from "./safe-text.ts";

const hasUnsafe = (text: string): boolean => replaceUnsafe(text, () => "") !== text;

const escapeCodePoint = (character: string): string =>
  `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;

/**
 * One YAML document with the same data as the JSON output. Strings that could act on a terminal or a CI runner stand
 * in double quotes with escapes, so that no line of the output begins with text from the far side; words that
 * YAML 1.1 would read as something else (`no`, times) are quoted too.
 */
export function yaml(value: unknown): string {
  // Whatever JSON leaves out or rewrites is left out here in the same way.
  const data: unknown = JSON.parse(JSON.stringify(value ?? null));
  const document = new Document(data, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      const text = node.value;
      if (typeof text === "string" && (hasUnsafe(text) || isRunnerCommand(text))) {
        node.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  // A long text would be broken at its line ends, and what follows one would begin a line.
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
  const escaped = replaceUnsafe(text, (character) =>
    character === "\n" ? character : escapeCodePoint(character),
  );
  return breakEmbeddedCommands(escaped, "\\x23");
}
