/** Shortened ids and names -> full ids. What each of them was taken as is shown, whatever is done with it afterwards. */
import { minuteText } from "../../time/minute-text.ts";
import { isAsTyped, meantBy, type Named } from "../../domain/short-ids.ts";
import { AppError, inputError, type Fault } from "../../errors.ts";
import { advice, again, againWithout, instead } from "../../hint.ts";
import type { AppContext } from "../context.ts";

export interface Candidate extends Named {
  /** When it was submitted or placed. */
  date?: string | undefined;
}

/** What a shortened id must not do where it is paid for. */
export interface PayingFor {
  /** A word whose search failed is refused, where it is else taken as it is. */
  isPurchase?: boolean;
  /** A word that stands for another id is refused. */
  onlyInFull?: boolean;
  /** The collection that was typed before the words. */
  collection?: string | undefined;
}

/** How many matches an error lists. */
export const MOST_LISTED = 8;

/**
 * The full ids, in the order of the words. `find` searches what the shortened words may stand for, and is not called
 * without one. A word that nothing is found for stays as it is: what ids look like is the service's business. Errors:
 * ID_AMBIGUOUS, and USAGE with `onlyInFull` for a word that stands for another id: --quiet would hide which one is paid
 * for.
 */
export async function fullIds(
  { events, service }: Pick<AppContext, "events" | "service">,
  title: string,
  words: readonly string[],
  find: (short: readonly string[]) => Promise<readonly Candidate[]>,
  { onlyInFull = false, collection }: PayingFor = {},
): Promise<string[]> {
  const short = words.filter((word) => !isAsTyped(word));
  // A dry run shows the first request: it must be that of the command.
  if (short.length === 0 || service.isDryRun) return [...words];
  const found = [...new Map((await find(short)).map((one) => [one.id, one])).values()];
  const before = collection === undefined ? "" : `${collection}/`;
  const faults: Fault[] = [];
  const shortened = new Map<string, Candidate>();
  const ids = words.map((word) => {
    if (isAsTyped(word)) return word;
    const meant = meantBy(word, found);
    const [only] = meant;
    if (only === undefined) return word;
    if (meant.length > 1) faults.push(ambiguity(title, word, meant, before));
    else if (only.id !== word) shortened.set(word, only);
    return only.id;
  });
  if (faults.length > 0) throw inputError(faults);
  if (onlyInFull && shortened.size > 0) throw hidden(title, shortened, before);
  for (const [word, one] of shortened) events.note(`${JSON.stringify(word)} is ${title} ${describe(one)}`);
  return ids;
}

function hidden(title: string, shortened: ReadonlyMap<string, Candidate>, before: string): AppError {
  const [[word, one], ...others] = [...shortened] as [[string, Candidate], ...[string, Candidate][]];
  const meant = [...shortened].map(
    ([short, full]) => `${JSON.stringify(short)} is ${title} ${describe(full)}`,
  );
  const loudly = advice`Leave out --quiet${againWithout("--quiet")}`;
  return new AppError(
    "usage",
    "USAGE",
    `--quiet would hide what is paid for: ${meant.join("; ")}: nothing was sent`,
    {
      hint:
        others.length > 0
          ? advice`${loudly}; or give the full ids`
          : advice`${loudly}; or give the full id${instead(before + word, before + one.id)}`,
    },
  );
}

/** The error for words whose search failed: sent as they are they might name, and pay for, something else. */
export function notLookedUp(words: readonly string[], error: AppError): AppError {
  const named = words.map((word) => JSON.stringify(word)).join(", ");
  const { kind, code, message, status, request } = error;
  return new AppError(
    kind,
    code,
    `what ${named} stands for was not found out: ${message}: nothing was bought`,
    {
      hint: code.startsWith("AUTH_") ? error.hint : advice`Give the full id, or try again${again()}`,
      ...(status !== undefined && { status }),
      ...(request !== undefined && { request }),
    },
  );
}

/** `before`: what was typed before the word. */
export function ambiguity(title: string, word: string, meant: readonly Candidate[], before = ""): Fault {
  const listed = meant.slice(0, MOST_LISTED).map(describe);
  // The word itself may be the id of one of them.
  const other = meant.find(({ id }) => id !== word);
  const more = meant.length > listed.length ? [`and ${meant.length - listed.length} more`] : [];
  return {
    code: "ID_AMBIGUOUS",
    path: "",
    value: word,
    rule: `one ${title}`,
    message: `${JSON.stringify(word)} may be any of ${meant.length} ${title}s: ${[...listed, ...more].join("; ")}`,
    hint: advice`Give one of them in full${instead(before + word, before + (other?.id ?? ""))}`,
  };
}

const describe = ({ id, name, date }: Candidate): string =>
  [id, ...(name ? [JSON.stringify(name)] : []), ...(date ? [`of ${minuteText(date)}`] : [])].join(" ");
