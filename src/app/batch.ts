/** Does the same work for several ids with limited concurrency; a failure for one id does not stop the others. */
import pLimit from "p-limit";
import { AppError, type Fault } from "../errors.ts";
import type { AppContext } from "./context.ts";

export type Outcome<T> = { id: string; value: T; error?: undefined } | { id: string; error: AppError };

export type Done<T> = Extract<Outcome<T>, { value: T }>;
export const isDone = <T>(outcome: Outcome<T>): outcome is Done<T> => outcome.error === undefined;

/**
 * Returns results in the order of the ids. Expected failures are collected; a bug, a dry run or Ctrl-C ends
 * everything.
 */
export async function tryEachId<T>(
  { settings, signal, service, events }: AppContext,
  ids: readonly string[],
  work: (id: string) => Promise<T>,
  atOnce: number = settings.concurrency.value,
): Promise<Outcome<T>[]> {
  if (service.isDryRun && ids.length > 1)
    events.note(`the request for the first of ${ids.length} ids; the others differ only in the id`);
  const limit = pLimit(atOnce);
  return Promise.all(
    ids.map((id) =>
      limit(async (): Promise<Outcome<T>> => {
        signal.throwIfAborted();
        try {
          return { id, value: await work(id) };
        } catch (error) {
          if (error instanceof AppError) return { id, error };
          throw error;
        }
      }),
    ),
  );
}

/** Returns the outcome of one part of an answer, whose expected failure does not hide the others. A fault of the input ends the run. */
export async function tryPart<T>(id: string, work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { id, value: await work() };
  } catch (error) {
    if (error instanceof AppError && error.kind !== "usage") return { id, error };
    throw error;
  }
}

/** Continues with the ids that have not failed. */
export function continueEachId<T, Next>(
  context: AppContext,
  outcomes: readonly Outcome<T>[],
  work: (value: T) => Promise<Next>,
  atOnce?: number,
): Promise<Outcome<Next>[]> {
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  return tryEachId(
    context,
    outcomes.map(({ id }) => id),
    async (id) => {
      const outcome = outcomeOf.get(id)!;
      if (outcome.error !== undefined) throw outcome.error;
      return work(outcome.value);
    },
    atOnce,
  );
}

/** Like `tryEachId`, but reports the failures: one id returns its value, several return a list of the successful ones. */
export async function collectEachId<T>(
  context: AppContext,
  ids: readonly string[],
  what: string,
  work: (id: string) => Promise<T>,
  atOnce?: number,
): Promise<T | T[]> {
  const outcomes = await tryEachId(context, ids, work, atOnce);
  reportFailures(context, outcomes, what);
  const values = outcomes.filter(isDone).map(({ value }) => value);
  return ids.length === 1 ? (values[0] ?? []) : values;
}

/** Returns the value of every id. A single failure stops all of them, because nothing was sent yet. */
export const resolveEachId = async <T>(
  context: AppContext,
  ids: readonly string[],
  what: string,
  work: (id: string) => Promise<T>,
): Promise<T[]> => requireResolved(context, await tryEachId(context, ids, work), what);

/**
 * Returns the values before anything is sent. A single failure stops all ids. With `keepGoing` it stops only its own
 * id, unless none is left. `keepGoing` is absent if the command has no such choice.
 */
export function requireResolved<T>(
  { events }: AppContext,
  outcomes: readonly Outcome<T>[],
  what: string,
  keepGoing?: boolean,
): T[] {
  const failed = listFailures(outcomes);
  const values = outcomes.filter(isDone).map(({ value }) => value);
  const [first] = failed;
  if (first === undefined) return values;
  if (outcomes.length === 1) throw first.error;
  if (keepGoing === true && values.length > 0) {
    for (const { id, error } of failed) events.note(`Left out: ${id}: ${error.message}`);
    return values;
  }
  const { kind, code, issues, message, data } = toBatchError(failed, outcomes.length, what);
  throw new AppError(kind, code, withNothingSent(message), {
    // People see a single failure without the message above.
    issues:
      issues.length > 1 ? issues : issues.map((one) => ({ ...one, message: withNothingSent(one.message) })),
    data,
    ...(keepGoing === false && values.length > 0 && { next: "Add --keep-going to continue with the others" }),
  });
}

const listFailures = (outcomes: readonly Outcome<unknown>[]): { id: string; error: AppError }[] =>
  outcomes.flatMap(({ id, error }) => (error === undefined ? [] : [{ id, error }]));

const withNothingSent = (message: string): string =>
  message.endsWith(NOTHING_SENT) ? message : message + NOTHING_SENT;
const NOTHING_SENT = ": nothing was sent";

/** Reports the failures: for one id its own error, for several BATCH_PARTIAL after the results are shown. */
export function reportFailures(
  context: AppContext,
  outcomes: readonly Outcome<unknown>[],
  what: string,
): void {
  const failed = listFailures(outcomes);
  const [first] = failed;
  if (first === undefined) return;
  if (outcomes.length === 1) throw first.error;
  context.events.failed(toBatchError(failed, outcomes.length, what));
}

export function toBatchError(
  failed: readonly { id: string; error: AppError }[],
  count: number,
  what: string,
  { mayHaveSpent = true }: { mayHaveSpent?: boolean } = {},
): AppError {
  const issues = failed.map(({ id, error }): Fault => {
    const { code, message, next } = error;
    return { code, path: "", value: id, message: `${id}: ${message}`, ...(next !== undefined && { next }) };
  });
  // Money that may have been spent takes precedence over every other failure.
  const unknown = mayHaveSpent ? failed.find(({ error }) => error.code === "OUTCOME_UNKNOWN") : undefined;
  const message = `${failed.length} of ${count} ${what} failed`;
  return new AppError(
    unknown?.error.kind ?? "local",
    unknown === undefined ? "BATCH_PARTIAL" : "OUTCOME_UNKNOWN",
    unknown === undefined ? message : `${message}, and an outcome is unknown`,
    { issues, data: { failed: failed.map(({ id }) => id) } },
  );
}
