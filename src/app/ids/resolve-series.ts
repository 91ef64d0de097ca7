/** Resolves words to tasks, where a word may also be a series: then it stands for the tasks that have collected its images. */
import { isSameId } from "../../contract/id-key.ts";
import { countText } from "../../counted.ts";
import { isUuid } from "../../domain/short-ids.ts";
import { AppError } from "../../errors.ts";
import { swath } from "../../hint.ts";
import type { AppContext } from "../context.ts";
import { toFullIds, type PayingFor } from "../full-ids.ts";
import { findRequests, searchCandidates, type RequestCandidate } from "./resolve-ids.ts";

/**
 * Returns the tasks, and for a series its completed tasks, the oldest first. An id in full is a task, without a search. Errors: those of
 * `toFullIds`; TASK_HAS_NO_COLLECTS for a series without an image.
 */
export async function resolveTasksOfSeries(
  context: AppContext,
  words: readonly string[],
  paying: PayingFor,
): Promise<string[]> {
  let series: readonly RequestCandidate[] = [];
  const ids = await toFullIds(
    context,
    "task or series",
    words,
    async (short) => {
      const tasks = await findRequests(context, "task", short, paying);
      series = await findSeries(context, short, paying);
      // Services name the tasks of a series after it: a word that fits both stands for all of them.
      const isNamedSo = (task: RequestCandidate): boolean => {
        const own = series.find((one) => one.id === task.repeatId);
        return own !== undefined && short.every((word) => !matchesOnly(word, task, own));
      };
      return [
        ...tasks.filter((task) => !isNamedSo(task)).map((task) => ({ ...task, kind: "task" })),
        ...series.map((one) => ({ ...one, kind: "series" })),
      ];
    },
    { ...paying, hasNames: true },
  );
  const found = await Promise.all(
    ids.map(async (id) => (series.some((one) => one.id === id) ? listCollected(context, id) : [id])),
  );
  return [...new Set(found.flat())];
}

/** Returns whether a word is the beginning of an id or of the name of a task, and not of the name of its series. */
function matchesOnly(word: string, task: RequestCandidate, series: RequestCandidate): boolean {
  const small = word.toLowerCase();
  const begins = (text = ""): boolean => text.toLowerCase().startsWith(small);
  return begins(task.id) || (begins(task.name) && !begins(series.name));
}

/** Returns the completed tasks of a series with this id in full; undefined if there is none. */
export async function findTasksOfSeries(context: AppContext, id: string): Promise<string[] | undefined> {
  const found = isUuid(id)
    ? await searchCandidates(context, "repeat", { repeatrequestId: id }).catch(ignoreRefusal(context))
    : [];
  return found.some((one) => one.id === id) ? listCollected(context, id) : undefined;
}

/** An account may see tasks and no series: its words are then tasks. After any other failure, a word may also be a series. */
const findSeries = (
  context: AppContext,
  words: readonly string[],
  paying: PayingFor,
): Promise<RequestCandidate[]> =>
  findRequests(context, "repeat", words, paying).catch((error: unknown) => {
    const isRefused = error instanceof AppError && WITHOUT_SERIES.has(error.status ?? 0);
    if (!isRefused) throw error;
    return ignoreRefusal(context)(error);
  });

/** The account may not see series, or the service has none. */
const WITHOUT_SERIES: ReadonlySet<number> = new Set([403, 404, 405, 501]);

const ignoreRefusal =
  ({ events, signal }: AppContext) =>
  (error: unknown): RequestCandidate[] => {
    if (!(error instanceof AppError) || signal.aborted) throw error;
    events.detail(`series were not looked up: ${error.message}`);
    return [];
  };

/**
 * Returns the tasks whose own records name the series, because a service may lose a condition of the search. Errors: those of a list that
 * is not complete, since the rest would be missing in the purchase; RESPONSE_UNRECOGNISED for a task that names no series.
 */
async function listCollected(context: AppContext, seriesId: string): Promise<string[]> {
  const found = await searchCandidates(context, "task", {
    repeatrequestId: seriesId,
    lastStatusCode: "completed",
  });
  const unproven = found.find(({ repeatId }) => repeatId === undefined);
  if (unproven !== undefined)
    throw new AppError(
      "service",
      "RESPONSE_UNRECOGNISED",
      `the search for the images of series ${seriesId} found task ${unproven.id}, which names no series: nothing was bought`,
      { next: "Give the ids of its tasks" },
    );
  const ids = found.flatMap(({ id, repeatId = "", status = "completed" }) =>
    isSameId(repeatId, seriesId) && status === "completed" ? [id] : [],
  );
  if (ids.length === 0)
    throw new AppError("local", "TASK_HAS_NO_COLLECTS", `series ${seriesId} has collected no image yet`, {
      next: swath`repeat wait ${seriesId}`,
    });
  context.events.note(`Series ${seriesId} has collected ${countText(ids.length, "image")}: one task each`);
  return ids.toReversed();
}
