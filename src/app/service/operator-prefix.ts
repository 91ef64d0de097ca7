/**
 * The operator's prefix in the names of properties, such as `acme:collect_id`. A filter with another prefix finds nothing, without
 * a reason.
 */
import type { DialectLearner } from "../../settings/dialect-learner.ts";
import { AppError } from "../../errors.ts";
import type { Client } from "../../client/client.ts";
import type { Surroundings } from "../surroundings.ts";
import { advice, swath } from "../../hint.ts";

type Looking = Pick<Surroundings, "dialect" | "events"> & {
  service: Pick<Surroundings, "learner"> & {
    readonly isDryRun: boolean;
    readonly client: Pick<Client, "searchCatalog">;
  };
};

/** One look per run. */
const looks = new WeakMap<DialectLearner, Promise<void>>();

/** Learns the prefix from one free search, unless a response of this run has shown it. A refused search shows nothing. */
export async function lookUpPrefix(
  { learner, events }: Pick<Surroundings, "learner" | "events">,
  { searchCatalog }: Pick<Client, "searchCatalog">,
): Promise<void> {
  if (learner.shownValue("vendorPrefix") !== undefined) return;
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

/**
 * Returns the prefix of the service after a search with `used` found nothing; undefined if it is that one, or unknown. Says that the
 * search is repeated.
 */
export async function findOtherPrefix(context: Looking, used: string): Promise<string | undefined> {
  const { service, events } = context;
  const { learner } = service;
  if (service.isDryRun) return undefined;
  await lookUpPrefix({ learner, events }, service.client);
  const shown = learner.shownValue("vendorPrefix");
  if (typeof shown !== "string" || shown === used) return undefined;
  const message = `the service has ${shown}: in the names of properties, not ${used}: searched again with it`;
  const origin = learner.originOf("vendorPrefix");
  if (origin === "learned" || origin === "interface") events.note(message);
  else
    events.warn(
      message,
      origin === "profile" ? advice`Remove it: ${swath`config unset dialect.vendorPrefix`}` : undefined,
    );
  return shown;
}

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
