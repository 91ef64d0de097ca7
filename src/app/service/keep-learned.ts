/** Keeps in the profile what a run has learned of its service. */
import { AppError } from "../../errors.ts";
import { keepsLearned, storeLearned } from "../../settings/learned.ts";
import { whileWritingSettings } from "../../settings/settings-lock.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * Stores what was learned since the last call, with one note. A run without a profile to write, such as one in CI, has learned for
 * itself: that is no failure, and the next run learns again.
 */
export async function keepLearned(
  context: Surroundings,
  place: string | undefined,
  { mayMake = false }: { mayMake?: boolean } = {},
): Promise<void> {
  const { learner, directories, profileName, events, signal } = context;
  const news = learner.takeNews();
  if (news.length === 0) return;
  const values = news.map(({ key, value }) => `${key} ${String(value)}`).join(", ");
  const learned = `Learned from the service's responses: ${values}`;
  let why = "the profile is not stored, or has another base URL";
  try {
    if (place !== undefined && keepsLearned(directories.config, profileName, { place, mayMake })) {
      await whileWritingSettings(context, () => storeLearned(directories.config, profileName, place, news));
      return events.note(`${learned}; stored in profile ${profileName}`);
    }
  } catch (error) {
    // Ctrl-C ends the wait for another writer.
    if (!(error instanceof AppError) && !signal.aborted) throw error;
    why = (error as Error).message;
  }
  events.detail(`${learned}; for this run only: ${why}`);
}
