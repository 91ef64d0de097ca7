/** `swath help CODE`: the entry of an error code in docs/troubleshooting.md, as text for a terminal. */
import { ERROR_CODES, type ErrorCode } from "../../errors.ts";
import { wrap } from "../../render/width.ts";
import { formatPage } from "./help-layout.ts";

/** Returns the code that these words of `help` name, in any case; undefined for anything else. */
export function findErrorCode([word = "", ...others]: readonly string[]): ErrorCode | undefined {
  const code = word.toUpperCase().replaceAll("-", "_");
  return others.length === 0 && Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : undefined;
}

export async function formatErrorEntry(code: ErrorCode, width: number): Promise<string> {
  const { ERROR_ENTRIES } = await import("./built/error-entries.generated.ts");
  return formatPage([code, ...formatMarkdown(ERROR_ENTRIES[code]!, width)]);
}

/** A block of commands, or lines up to an empty one. */
const BLOCK = /^```.*\n([^]*?)^```$|(?:^.+(?:\n|$))+/gm;
const ITEM = /^(?:- |\d+\. )/;

/** Returns the blocks of a page: commands stay as they are, and prose is wrapped. */
const formatMarkdown = (text: string, width: number): string[] =>
  [...text.matchAll(BLOCK)].map(([block, commands]) => {
    if (commands !== undefined) return commands.trimEnd().replaceAll(/^(?=.)/gm, "  ");
    const items = block.trim().split(/\n(?=- |\d+\. )/);
    return items.map((item) => formatItem(item, width)).join("\n");
  });

/** Returns a paragraph, or one item of a list. */
function formatItem(item: string, width: number): string {
  const words = formatLinks(item.replace(/^> /, "").replaceAll(/\s*\n\s*/g, " ")).replaceAll("**", "");
  return wrap(words, { width, hangingIndent: ITEM.exec(words)?.[0].length ?? 0 });
}

/** Writes `[quotes](shells.md#quotes)` as `quotes (docs/shells.md)`; a link within the page is the text alone. */
const formatLinks = (text: string): string =>
  text.replaceAll(/\[([^\]]+)\]\(([^)#]*)[^)]*\)/g, (_link, name: string, page: string) =>
    page === "" ? name : `${name} (docs/${page})`,
  );
