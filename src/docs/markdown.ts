/** The Markdown syntax that the generated pages need. */

/** Returns plain text for a cell of a table; code is between backticks. */
export const formatCell = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll("&", "&amp;").replaceAll("<", "&lt;")))
    .join("")
    .replaceAll("|", String.raw`\|`);

/** Returns code for a cell of a table. A bar is escaped, because it would end the cell. */
export const formatCode = (text: string): string =>
  text === "" ? "" : `\`${text.replaceAll("|", String.raw`\|`)}\``;

export function formatTable(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(headers), line(headers.map(() => "---")), ...rows.map(line)].join("\n");
}

export const joinSections = (parts: readonly string[]): string => parts.join("\n\n");

/** Returns the anchor of a heading in the form of GitHub. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");
