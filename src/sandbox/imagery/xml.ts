/** An element's content: text, or its children by name in order; `@name` is an attribute, `#` the text beside attributes. */
export type Xml = string | number | boolean | { readonly [name: string]: Xml | readonly Xml[] | undefined };

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"]/gu, (mark) => ESCAPES[mark] ?? mark);

/** One element in XML. A list repeats its element; what is undefined is left out. */
export function toXml(name: string, content: Xml): string {
  if (typeof content !== "object") return `<${name}>${escapeXml(String(content))}</${name}>`;
  let attributes = "";
  let inner = "";
  for (const [key, value] of Object.entries(content)) {
    if (value === undefined) continue;
    if (typeof value === "object") {
      inner += (isList(value) ? value : [value]).map((each) => toXml(key, each)).join("");
    } else if (key.startsWith("@")) {
      attributes += ` ${key.slice(1)}="${escapeXml(String(value))}"`;
    } else {
      inner += key === "#" ? escapeXml(String(value)) : toXml(key, value);
    }
  }
  return `<${name}${attributes}>${inner}</${name}>`;
}

const isList = (value: Xml | readonly Xml[]): value is readonly Xml[] => Array.isArray(value);

/** The same content with a prefix before the name of every element. */
export function prefixed(prefix: string, content: Xml): Xml {
  if (typeof content !== "object") return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      if (value === undefined || /^[@#]/u.test(name)) return [name, value];
      const inner = isList(value) ? value.map((each) => prefixed(prefix, each)) : prefixed(prefix, value);
      return [`${prefix}:${name}`, inner];
    }),
  );
}
