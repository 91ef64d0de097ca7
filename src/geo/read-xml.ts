/** Parses XML of others. Refused before the parser sees it: declarations of entities, and nesting that would exhaust it. */
import type { Document } from "@xmldom/xmldom";

export type XmlRead = { document: Document } | { line: number; problem: string };

/** Parses a text; `problem` continues a sentence about the text: "is not well-formed XML: ...". The parser notices some faults a line late. */
export async function parseXml(text: string): Promise<XmlRead> {
  const hostile = findXmlFault(text);
  if (hostile !== undefined) return { line: lineAt(text, hostile.offset), problem: hostile.problem };
  const { DOMParser } = await import("@xmldom/xmldom");
  let fault: { line: number; problem: string } | undefined;
  const parser = new DOMParser({
    onError: (level, message, { locator }: { locator?: Place } = {}) => {
      if (level === "warning") return;
      fault ??= faultAt(text, message, locator);
      throw new SyntaxError(message);
    },
  });
  try {
    return { document: parser.parseFromString(text, "text/xml") };
  } catch (cause) {
    return fault ?? faultAt(text, (cause as Error).message, undefined);
  }
}

interface Place {
  lineNumber?: number;
  columnNumber?: number;
}

/** Maximum length of a tag that is searched for an undeclared prefix, and of a quoted message. */
const MAX_TAG = 2000;
const MAX_MESSAGE = 120;

function faultAt(text: string, message: string, { lineNumber, columnNumber }: Place = {}) {
  const line = Number(/line:?\s*(\d+)/.exec(message)?.[1] ?? lineNumber ?? 1);
  if (message.includes("prefix is non-null and namespace is null")) {
    const prefix = undeclaredPrefix(text, line, columnNumber ?? 1);
    const named = prefix === undefined ? "a namespace prefix" : `the namespace prefix "${prefix}"`;
    return { line, problem: `is not well-formed XML: ${named} is not declared` };
  }
  const said = message.split("\n", 1)[0]!.replace(/^Error constructing the DOM: (?:\w+: )?/, "");
  return { line, problem: `is not well-formed XML: ${said.slice(0, MAX_MESSAGE)}` };
}

/** Returns the first prefix in the tag at a place that no declaration of the text has. */
function undeclaredPrefix(text: string, line: number, column: number): string | undefined {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf("\n", start) + 1;
  const tag = text.slice(start + column - 1, start + column - 1 + MAX_TAG).split(">", 1)[0]!;
  const prefixes = [...tag.replaceAll(/"[^"]*"|'[^']*'/g, "").matchAll(/(?<=[<\s])([\w.-]+):/g)];
  return prefixes
    .map(([, prefix = ""]) => prefix)
    .find((prefix) => prefix !== "xml" && prefix !== "xmlns" && !text.includes(`xmlns:${prefix}`));
}

const lineAt = (text: string, offset: number): number => {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
};

/** Maximum depth of elements; KML with nested folders stays far below. */
const DEEPEST = 64;

/** Finds why a parser must not get an XML text. */
function findXmlFault(text: string): { offset: number; problem: string } | undefined {
  let depth = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    if (text.startsWith("<!--", at)) at = after(text, "-->", at);
    else if (text.startsWith("<![CDATA[", at)) at = after(text, "]]>", at);
    else if (text.startsWith("<!", at)) return { offset: at, problem: "declares a document type" };
    else if (text.startsWith("<?", at)) at = after(text, "?>", at);
    else {
      const end = after(text, ">", at);
      if (text[at + 1] === "/") depth -= 1;
      else if (text[end - 2] !== "/") depth += 1;
      if (depth > DEEPEST) return { offset: at, problem: `nests deeper than ${DEEPEST} levels` };
      at = end;
    }
  }
  return undefined;
}

function after(text: string, mark: string, at: number): number {
  const found = text.indexOf(mark, at);
  return found === -1 ? text.length : found + mark.length;
}
