/** Ids as arguments, or from stdin with `-`, in every command with ids. */
import type { ResolvedKind } from "../../app/ids/resolve-ids.ts";
import type { StateChoice } from "../../app/full-ids.ts";
import { countText } from "../../counted.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { quote } from "../../geo/quote.ts";
import { readText } from "../../geo/read-text.ts";
import { cleanId } from "../input/look-alikes.ts";
import { usageError } from "../input/usage.ts";

/** Returns the ids in order, without repetition. */
export async function readIds(
  { stdin, notes }: Context,
  given: readonly string[],
  what: string,
): Promise<string[]> {
  const ids = new Set<string>();
  let repeats = 0;
  const add = (text: string): void => text.split(/["'],["']/).forEach(addOne);
  const addOne = (text: string): void => {
    const id = cleanId(text.trim());
    if (!/[^[\],"']/.test(id)) return;
    if (ids.has(id)) repeats += 1;
    else ids.add(id);
  };
  for (const word of given) {
    if (word !== "-") {
      add(word);
      continue;
    }
    const name = `${what} -`;
    const { text } = readText(await stdin.read(name), name, "INPUT_NOT_READABLE");
    if (/^\s*\[?\s*\{/.test(text)) {
      const document = what === "item" ? ", or read the document with --items -" : "";
      throw usageError(`${name}: stdin has JSON, not ids`, `Print ids with --output id${document}`);
    }
    for (const line of text.split(/\s+/)) add(requireWhole(line, name));
  }
  if (repeats > 0) notes.note(`${countText(repeats, "repeated id")} skipped`);
  if (ids.size > 0) return [...ids];
  const message = given.includes("-") ? `stdin has no ${what}` : `no ${what} is given`;
  throw usageError(message, "Give ids as arguments");
}

/** Returns the id. Errors: INPUT_NOT_READABLE for one with a character that a conversion lost. */
function requireWhole(id: string, name: string): string {
  if (!/[\0\ufffd]/u.test(id)) return id;
  throw new AppError(
    "usage",
    "INPUT_NOT_READABLE",
    `${name}: ${quote(id)} lost a character in a conversion`,
    {
      next: "Write the ids as UTF-8",
    },
  );
}

interface Purpose {
  isPurchase?: boolean;
  /** The states that the command takes, where several requests have one name. */
  fits?: StateChoice;
}

/** Reads ids and resolves each to the full id. `what`: the name of the argument. */
export const readFullIds = async (
  context: Context,
  kind: ResolvedKind,
  given: readonly string[],
  { what = `${kind}Id`, ...purpose }: Purpose & { what?: string } = {},
): Promise<string[]> => expandIds(context, kind, await readIds(context, given, what), purpose);

/** Returns the full ids. A purchase refuses shortened ids with --quiet, which would hide the full ids. */
export async function expandIds(
  context: Context,
  kind: ResolvedKind,
  words: readonly string[],
  { isPurchase = false, fits }: Purpose = {},
): Promise<string[]> {
  const { resolveIds } = await import("../../app/ids/resolve-ids.ts");
  const onlyInFull = isPurchase && context.options.quiet === true;
  const ids = await resolveIds(context, kind, words, { isPurchase, onlyInFull, fits });
  return ids.every((id, index) => id === words[index]) ? ids : [...new Set(ids)];
}

/** Returns the values of a flag for ids; only a `-` among them reads stdin. */
export const readIdsFromStdin = async (
  context: Context,
  given: readonly string[] | undefined,
  what: string,
): Promise<string[] | undefined> =>
  given?.includes("-") === true ? readIds(context, given, what) : given && [...given];
