/** Parses untrusted XML. Refuses a document type before the parser sees its entities, and very deep nesting. */
import type { Document, Node } from "@xmldom/xmldom";

export type XmlRead = { document: Document } | { line: number; problem: string };

/**
 * Parses a text. `problem` continues a sentence about the text, such as "is not well-formed XML: ...". Its line may be one
 * too high, because the parser notices some faults late.
 */
export async function parseXml(text: string): Promise<XmlRead> {
  const documentType = findDocumentType(text);
  if (documentType !== undefined)
    return { line: countLines(text, documentType), problem: "declares a document type" };
  const { DOMParser } = await import("@xmldom/xmldom");
  let fault: { line: number; problem: string } | undefined;
  const parser = new DOMParser({
    onError: (level, message, { locator }: { locator?: Place } = {}) => {
      if (level === "warning") return;
      fault ??= makeXmlFault(text, message, locator);
      throw new SyntaxError(message);
    },
  });
  try {
    const document = parser.parseFromString(text, "text/xml");
    const tooDeep = findTooDeep(document);
    if (tooDeep === undefined) return { document };
    return { line: tooDeep.lineNumber ?? 1, problem: `nests deeper than ${DEEPEST} levels` };
  } catch (cause) {
    return fault ?? makeXmlFault(text, (cause as Error).message, undefined);
  }
}

interface Place {
  lineNumber?: number;
  columnNumber?: number;
}

/** Maximum length of a tag that is searched for an undeclared prefix, and of a quoted message. */
const MAX_TAG = 2000;
const MAX_MESSAGE = 120;

function makeXmlFault(text: string, message: string, { lineNumber, columnNumber }: Place = {}) {
  const line = Number(/line:?\s*(\d+)/.exec(message)?.[1] ?? lineNumber ?? 1);
  if (message.includes("prefix is non-null and namespace is null")) {
    const prefix = findUndeclaredPrefix(text, line, columnNumber ?? 1);
    const named = prefix === undefined ? "a namespace prefix" : `the namespace prefix "${prefix}"`;
    return { line, problem: `is not well-formed XML: ${named} is not declared` };
  }
  const said = message.split("\n", 1)[0]!.replace(/^Error constructing the DOM: (?:\w+: )?/, "");
  return { line, problem: `is not well-formed XML: ${said.slice(0, MAX_MESSAGE)}` };
}

/** Returns the first undeclared prefix in the tag at a position. */
function findUndeclaredPrefix(text: string, line: number, column: number): string | undefined {
  let start = 0;
  for (let at = 1; at < line; at++) start = text.indexOf("\n", start) + 1;
  const tag = text.slice(start + column - 1, start + column - 1 + MAX_TAG).split(">", 1)[0]!;
  const prefixes = [...tag.replaceAll(/"[^"]*"|'[^']*'/g, "").matchAll(/(?<=[<\s])([\w.-]+):/g)];
  return prefixes
    .map(([, prefix = ""]) => prefix)
    .find((prefix) => prefix !== "xml" && prefix !== "xmlns" && !text.includes(`xmlns:${prefix}`));
}

const countLines = (text: string, offset: number): number => {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
};

/** Maximum depth of elements; KML with nested folders stays far below. */
const DEEPEST = 64;

/** Returns the first element that exceeds the maximum depth. A recursive search could overflow the stack. */
function findTooDeep({ documentElement }: Document): Node | undefined {
  let depth = 1;
  let node: Node | null = documentElement;
  while (node !== null) {
    if (node.nodeType === node.ELEMENT_NODE && depth > DEEPEST) return node;
    if (node.firstChild !== null) {
      depth += 1;
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== documentElement && node.nextSibling === null) {
      depth -= 1;
      node = node.parentNode;
    }
    node = node === documentElement ? null : (node?.nextSibling ?? null);
  }
  return undefined;
}

/** Returns the offset of a declaration of a document type. */
function findDocumentType(text: string): number | undefined {
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    if (text.startsWith("<!--", at)) at = after(text, "-->", at);
    else if (text.startsWith("<![CDATA[", at)) at = after(text, "]]>", at);
    else if (text.startsWith("<!", at)) return at;
    else if (text.startsWith("<?", at)) at = after(text, "?>", at);
    else at += 1;
  }
  return undefined;
}

function after(text: string, mark: string, at: number): number {
  const found = text.indexOf(mark, at);
  return found === -1 ? text.length : found + mark.length;
}
