/** Levels of elements; KML with folders within folders stays far below. */
const DEEPEST = 64;

/** Why an XML text should not reach a parser: entity declarations, or nesting that would exhaust it. */
export function findXmlFault(text: string): string | undefined {
  let depth = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    if (text.startsWith("<!--", at)) at = after(text, "-->", at);
    else if (text.startsWith("<![CDATA[", at)) at = after(text, "]]>", at);
    else if (text.startsWith("<!", at)) return "declares a document type";
    else if (text.startsWith("<?", at)) at = after(text, "?>", at);
    else {
      const end = after(text, ">", at);
      if (text[at + 1] === "/") depth -= 1;
      else if (text[end - 2] !== "/") depth += 1;
      if (depth > DEEPEST) return `nests deeper than ${DEEPEST} levels`;
      at = end;
    }
  }
  return undefined;
}

function after(text: string, mark: string, at: number): number {
  const found = text.indexOf(mark, at);
  return found === -1 ? text.length : found + mark.length;
}
