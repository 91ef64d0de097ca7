/** Finds the full ids for shortened ids and names, among candidates, and notes each of them. */
import { firstTexts } from "../counted.ts";
import { findClosest } from "../domain/closest.ts";
import {
  MIN_CHARACTERS,
  isAsTyped,
  isUuid,
  makeShortener,
  matchWord,
  type Named,
} from "../domain/short-ids.ts";
import { AppError, inputError, type Fault } from "../errors.ts";
import { timeForPeople } from "../time/timestamp.ts";
import type { AppContext } from "./context.ts";

export interface Candidate extends Named {
  /** Time of submission or order. */
  date?: string | undefined;
  /** The state of a request. */
  status?: string | undefined;
  /** The kind of the object, where candidates of several kinds are searched. */
  kind?: string | undefined;
}

/** Restrictions on shortened ids in a purchase. */
export interface PayingFor {
  /** Refuses a word whose search failed, which is otherwise used unchanged. */
  isPurchase?: boolean;
  /** Refuses a shortened id, because a quiet run would hide the id that is paid for. */
  onlyInFull?: boolean;
  /** Chooses among requests of one name: the only one in a state that the command takes. */
  fits?: StateChoice | undefined;
  /** The candidates have names, which may be shorter than the beginning of an id. */
  hasNames?: boolean;
}

/** States that a command takes, and their words: `in review`. */
export interface StateChoice {
  words: string;
  isFit: (status: string) => boolean;
}

/** Maximum number of matches in an error. */
export const MAX_LISTED = 8;

/**
 * Returns the full ids, in the order of the words. `find` returns the candidates for the shortened words, and is not
 * called if no word is shortened. An exact id takes precedence; an ambiguous beginning is refused. A word that matches no candidate stays
 * unchanged, because only the service knows the form of its ids. With --yes the beginning of a name is refused if it is shorter than that of
 * an id. Errors: ID_AMBIGUOUS, USAGE.
 */
export async function toFullIds(
  { events, service, consent }: AppContext,
  title: string,
  words: readonly string[],
  find: (short: readonly string[]) => Promise<readonly Candidate[]>,
  { onlyInFull = false, hasNames, fits }: PayingFor = {},
): Promise<string[]> {
  const short = words.filter((word) => !isAsTyped(word, hasNames));
  // A dry run shows the first request, which must be that of the command.
  if (short.length > 0 && service.isDryRun)
    events.note(
      `A dry run looks up no names or shortened ids: ${firstTexts(short, MAX_LISTED).join(", ")} is shown as typed`,
    );
  if (short.length === 0 || service.isDryRun) return [...words];
  const found = [...new Map((await find(short)).map((one) => [one.id, one])).values()];
  const faults: Fault[] = [];
  const shortened = new Map<string, string>();
  // States change: without a person, who sees the note and the question, a name means one request only.
  const mayChoose = consent.canAsk && !consent.isGiven && !onlyInFull;
  const ids = words.map((word) => {
    const matches = isAsTyped(word, hasNames) ? [] : matchWord(word, found);
    const fitting = mayChoose ? findOnlyFitting(word, matches, fits) : undefined;
    const meant = fitting === undefined ? matches : [fitting];
    const [only] = meant;
    if (only === undefined) {
      noteClosestName(events, title, word, found);
      return word;
    }
    if (meant.length > 1) faults.push(toAmbiguity(title, word, meant, { onlyInFull }));
    else if (only.id !== word) {
      const choice = fitting && `, the only one ${fits?.words} of ${matches.length} with this name`;
      shortened.set(
        word,
        `${JSON.stringify(word)} is ${only.kind ?? title} ${describe(only)}${choice ?? ""}`,
      );
    }
    return only.id;
  });
  if (faults.length > 0) throw inputError(faults);
  if (onlyInFull && shortened.size > 0) {
    const meant = [...shortened.values()].join("; ");
    const message = `a quiet run would hide what is paid for: ${meant}: nothing was sent`;
    throw new AppError("usage", "USAGE", message, { next: "Leave out --quiet" });
  }
  const tooShort = [...shortened].find(
    ([word]) =>
      word.length < MIN_CHARACTERS && !found.some(({ name }) => name?.toLowerCase() === word.toLowerCase()),
  );
  if (consent.isGiven && tooShort !== undefined) {
    const message = `${tooShort[1]}; without a question, the beginning of a name has at least ${MIN_CHARACTERS} characters: nothing was sent`;
    throw new AppError("usage", "USAGE", message, { next: "Give more of the name, or leave out --yes" });
  }
  for (const meaning of shortened.values()) events.note(meaning);
  return ids;
}

/** Returns the only request of this name whose state fits; undefined if the state of one of them is unknown. */
function findOnlyFitting(
  word: string,
  matches: readonly Candidate[],
  fits: StateChoice | undefined,
): Candidate | undefined {
  const isNamed = ({ name }: Candidate): boolean => name?.toLowerCase() === word.toLowerCase();
  if (fits === undefined || matches.length < 2 || !matches.every(isNamed)) return undefined;
  const [only, ...others] = matches.filter(({ status }) => status === undefined || fits.isFit(status));
  return others.length > 0 || only?.status === undefined ? undefined : only;
}

/** Notes the name that an unknown word was probably meant to be. The word is sent unchanged, and the service refuses it. */
function noteClosestName(
  events: AppContext["events"],
  title: string,
  word: string,
  found: readonly Candidate[],
): void {
  const meant = findClosest(
    word,
    found.flatMap(({ name }) => name ?? []),
  );
  if (meant !== undefined)
    events.note(`No ${title} has the name ${JSON.stringify(word)}; did you mean ${JSON.stringify(meant)}?`);
}

/**
 * Returns the error for words whose search failed: sent unchanged, they might be the id of something else, which is
 * then paid for.
 */
export function toLookupError(words: readonly string[], error: AppError): AppError {
  const named = words.map((word) => JSON.stringify(word)).join(", ");
  return error.restated(`could not resolve ${named}: ${error.message}: nothing was bought`, {
    ...(!error.code.startsWith("AUTH_") && { next: "Give the full id" }),
  });
}

/** Returns the only match of a shortened id. Errors: ID_AMBIGUOUS. */
export function findOnlyMatch<T extends Candidate>(
  title: string,
  word: string,
  among: readonly T[],
): T | undefined {
  const meant = matchWord(word, among);
  if (meant.length > 1) throw inputError([toAmbiguity(title, word, meant)]);
  return meant[0];
}

function toAmbiguity(
  title: string,
  word: string,
  meant: readonly Candidate[],
  { onlyInFull = false }: Pick<PayingFor, "onlyInFull"> = {},
): Fault {
  const mayBeShort = !onlyInFull && meant.every(({ id }) => isUuid(id));
  const shorten = makeShortener(meant.map(({ id }) => id));
  const shown = mayBeShort ? meant.map((one) => ({ ...one, id: shorten(one.id) })) : meant;
  const kinds = new Set(meant.map(({ kind = title }) => kind));
  const [kind = title] = kinds;
  const noun = kinds.size > 1 ? "requests" : kind === "series" ? kind : `${kind}s`;
  const listed = firstTexts(
    shown.map((one) => [describe(one), ...(one.status ? [one.status] : [])].join(", ")),
    MAX_LISTED,
  );
  return {
    code: "ID_AMBIGUOUS",
    path: "",
    value: word,
    rule: `one ${title}`,
    message: `${JSON.stringify(word)} may be any of ${meant.length} ${noun}: ${listed.join("; ")}`,
    ...(mayBeShort && { next: "Give one of these short ids" }),
  };
}

const describe = ({ id, name, date }: Candidate): string =>
  [id, ...(name ? [JSON.stringify(name)] : []), ...(date ? [`of ${timeForPeople(date, true)}`] : [])].join(
    " ",
  );
