/** Ids as arguments, or from stdin with `-`: the same in every command that takes one. */
import { AppError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { countText } from "../../render/quantity-text.ts";

/** The ids in order, each once. */
export async function readIds(
  { stdin, notes }: Pick<Context, "stdin" | "notes">,
  given: readonly string[],
  what: string,
): Promise<string[]> {
  const ids = new Set<string>();
  let repeats = 0;
  const add = (text: string): void => {
    const id = text.trim();
    if (id === "") return;
    if (ids.has(id)) repeats += 1;
    else ids.add(id);
  };
  for (const word of given) {
    if (word !== "-") {
      add(word);
      continue;
    }
    for (const line of (await stdin.read(`${what} -`)).toString("utf8").split(/\s+/)) add(line);
  }
  if (repeats > 0) notes.note(`${countText(repeats, "repeated id")} left out`);
  if (ids.size > 0) return [...ids];
  throw new AppError(
    "usage",
    "USAGE",
    given.includes("-") ? `stdin holds no ${what}` : `no ${what} is given`,
    {
      hint: "Give ids as arguments, or one a line on stdin",
    },
  );
}

/** The same for tasks or repeat requests, which may be given by the beginning of their id or by their name. */
export const readRequestIds = async (
  context: Context,
  noun: "task" | "repeat",
  given: readonly string[],
  { what = `${noun}Id`, isPurchase = false }: { what?: string; isPurchase?: boolean } = {},
): Promise<string[]> => requestIdsInFull(context, noun, await readIds(context, given, what), { isPurchase });

/** The full ids of tasks or repeat requests. A purchase takes no shortened ones where --quiet hides what they stand for. */
export async function requestIdsInFull(
  context: Context,
  noun: "task" | "repeat",
  words: readonly string[],
  { isPurchase = false }: { isPurchase?: boolean } = {},
): Promise<string[]> {
  const onlyInFull = isPurchase && context.options.quiet === true;
  const [{ fullRequestIds }, { listingOf }] = await Promise.all([
    import("../../app/short-ids/find-requests.ts"),
    import("../../app/tasking/search-requests.ts"),
  ]);
  const listing = listingOf(context, noun);
  return inFull(context, words, (given) =>
    fullRequestIds(context, listing, given, { isPurchase, onlyInFull }),
  );
}

/** The full ids of collects, which may be given by their beginning. */
export async function collectIdsInFull(
  context: Context,
  words: readonly string[],
  { isPurchase = false }: { isPurchase?: boolean } = {},
): Promise<string[]> {
  const onlyInFull = isPurchase && context.options.quiet === true;
  const { fullCollectIds } = await import("../../app/short-ids/find-scenes.ts");
  return inFull(context, words, (given) => fullCollectIds(context, given, { isPurchase, onlyInFull }));
}

/** The same for orders of this machine, which may be given by the beginning of their id. */
export async function readOrderIds(context: Context, given: readonly string[]): Promise<string[]> {
  const { fullOrderIds } = await import("../../app/short-ids/find-orders.ts");
  return inFull(context, await readIds(context, given, "orderId"), (words) => fullOrderIds(context, words));
}

async function inFull(
  { world }: Pick<Context, "world">,
  words: readonly string[],
  resolve: (words: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  const ids = await resolve(words);
  words.forEach((word, index) => {
    const id = ids[index] ?? word;
    if (id !== word) world.ids?.meant(word, id);
  });
  return ids.every((id, index) => id === words[index]) ? ids : [...new Set(ids)];
}

/** The values of a flag for ids; only a `-` among them reads stdin. */
export const idsFromStdin = async (
  context: Pick<Context, "stdin" | "notes">,
  given: readonly string[] | undefined,
  what: string,
): Promise<string[] | undefined> =>
  given?.includes("-") === true ? readIds(context, given, what) : given && [...given];
