/**
 * The forms of a service that a run learns from its responses. Example: the operator's prefix in names of properties, `acme` in
 * `acme:collect_id`. A filter with another prefix finds nothing, without a reason, so the prefix is looked up when a search finds
 * nothing. Learned forms are stored in the profile, bound to the place of the service.
 */
import type { Client } from "../../client/client.ts";
import { AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";
import type { DialectLearner } from "../../settings/dialect-learner.ts";
import { keepsLearned, storeLearned } from "../../settings/learned.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { withSettingsLock } from "../../settings/settings-lock.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * Stores the forms that were learned since the last call, with one note. A run without a profile to write, such as one in CI, has
 * learned for itself. That is no failure, and the next run learns again.
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
      await withSettingsLock(context, () => storeLearned(directories.config, profileName, place, news));
      return events.note(`${learned}; stored in profile ${profileName}`);
    }
  } catch (error) {
    // Ctrl-C ends the wait for another writer.
    if (!(error instanceof AppError) && !signal.aborted) throw error;
    why = (error as Error).message;
  }
  events.detail(`${learned}; for this run only: ${why}`);
}

/**
 * Returns the place to which learned forms are bound: the base URL; for the sandbox, whose address is the same with any store, the
 * store.
 */
export async function findServicePlace(
  { profileName, directories }: Pick<Surroundings, "profileName" | "directories">,
  { baseUrl }: Pick<Settings, "baseUrl">,
): Promise<string | undefined> {
  if (profileName !== SANDBOX_PROFILE) return baseUrl.value;
  const { readRunning, getSandboxDir } = await import("./find-sandbox.ts");
  const running = await readRunning(directories);
  return `sandbox:${running?.ephemeral === true ? running.token : getSandboxDir(directories)}`;
}

/** The members of `AppContext` that a search by prefix needs. `AppContext` itself would close a circle of imports. */
type Looking = Pick<Surroundings, "dialect" | "events"> & {
  service: Pick<Surroundings, "learner"> & {
    readonly isDryRun: boolean;
    readonly client: Pick<Client, "searchCatalog">;
  };
};

/** Runs a search by a property of the operator. If it finds nothing with a wrong prefix, it is run again with the right one. */
export async function searchByPrefix<Found>(
  context: Looking,
  search: (prefix: string) => Promise<Found>,
  isEmpty: (found: Found) => boolean,
): Promise<Found> {
  const used = context.dialect.vendorPrefix;
  const found = await search(used);
  const other = isEmpty(found) ? await findOtherPrefix(context, used) : undefined;
  return other === undefined ? found : search(other);
}

/**
 * Returns the prefix of the service after a search with `used` found nothing; undefined if it is that one, or unknown. Says that the
 * search is repeated.
 */
export async function findOtherPrefix(context: Looking, used: string): Promise<string | undefined> {
  const { service, events } = context;
  const { learner } = service;
  if (service.isDryRun) return undefined;
  await lookUpPrefix({ learner, events }, service.client);
  const shown = learner.getShownValue("vendorPrefix");
  if (typeof shown !== "string" || shown === used) return undefined;
  const message = `the service has ${shown}: in the names of properties, not ${used}: searched again with it`;
  const origin = learner.getOrigin("vendorPrefix");
  if (origin === "learned" || origin === "interface") events.note(message);
  else
    events.warn(
      message,
      origin === "profile" ? advice`Remove it: ${swath`config unset dialect.vendorPrefix`}` : undefined,
    );
  return shown;
}

/** One look per run. */
const looks = new WeakMap<DialectLearner, Promise<void>>();

/** Learns the prefix from one free search, unless a response of this run has shown it. A refused search shows nothing. */
export async function lookUpPrefix(
  { learner, events }: Pick<Surroundings, "learner" | "events">,
  { searchCatalog }: Pick<Client, "searchCatalog">,
): Promise<void> {
  if (learner.getShownValue("vendorPrefix") !== undefined) return;
  const look = async (): Promise<void> => {
    try {
      await searchCatalog({ body: { limit: 1 } });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      events.detail(`the operator's prefix could not be looked up: ${error.message}`);
    }
  };
  const begun = looks.get(learner) ?? look();
  looks.set(learner, begun);
  await begun;
}
