/** Shortened ids and names -> full ids. What each of them was taken as is shown, whatever is done with it afterwards. */
import { isAsTyped, meantBy, type Named } from "../domain/short-ids.ts";
import { inputError, type Fault } from "../errors.ts";
import { advice, instead } from "../hint.ts";
import type { AppContext } from "./context.ts";

export interface Candidate extends Named {
  /** When it was submitted or placed. */
  date?: string | undefined;
}

/** How many matches an error lists. */
const MOST_LISTED = 8;

/**
 * The full ids, in the order of the words. `find` searches what the shortened words may stand for, and is not called
 * without one. A word that nothing is found for stays as it is: what ids look like is the service's business. Errors:
 * ID_AMBIGUOUS.
 */
export async function fullIds(
  { events, service }: Pick<AppContext, "events" | "service">,
  title: string,
  words: readonly string[],
  find: (short: readonly string[]) => Promise<readonly Candidate[]>,
): Promise<string[]> {
  const short = words.filter((word) => !isAsTyped(word));
  // A dry run shows the first request: it must be that of the command.
  if (short.length === 0 || service.isDryRun) return [...words];
  const found = [...new Map((await find(short)).map((one) => [one.id, one])).values()];
  const faults: Fault[] = [];
  const ids = words.map((word) => {
    if (isAsTyped(word)) return word;
    const meant = meantBy(word, found);
    const [only] = meant;
    if (only === undefined) return word;
    if (meant.length > 1) faults.push(ambiguity(title, word, meant));
    else if (only.id !== word) events.note(`${JSON.stringify(word)} is ${title} ${describe(only)}`);
    return only.id;
  });
  if (faults.length > 0) throw inputError(faults);
  return ids;
}

function ambiguity(title: string, word: string, meant: readonly Candidate[]): Fault {
  const listed = meant.slice(0, MOST_LISTED).map(describe);
  const more = meant.length > listed.length ? [`and ${meant.length - listed.length} more`] : [];
  return {
    code: "ID_AMBIGUOUS",
    path: "",
    value: word,
    rule: `one ${title}`,
    message: `${JSON.stringify(word)} may be any of ${meant.length} ${title}s: ${[...listed, ...more].join("; ")}`,
    hint: advice`Give one of them in full${instead(word, meant[0]?.id ?? "")}`,
  };
}

const describe = ({ id, name, date }: Candidate): string =>
  [
    id,
    ...(name ? [JSON.stringify(name)] : []),
    ...(date ? [`of ${date.slice(0, 16).replace("T", " ")}`] : []),
  ].join(" ");
