const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Returns the text of the first element of this name in a flat XML response; undefined when there is none. */
export function textOf(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}(?:\\s[^>]*)?>([^<]*)</${element}>`, "u").exec(xml) ?? [];
  return text?.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/giu, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = name[1]?.toLowerCase() === "x" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

export const escapeXml = (text: string): string =>
  text.replaceAll(/[<>&"']/gu, (character) => `&#${character.charCodeAt(0)};`);
