/** The service's collection types, asked for once a day. */
import type { CollectionType } from "../../contract/read-collection-types.ts";
import { formatDuration } from "../../time/duration.ts";
import type { Context } from "../../cli/context.ts";
import { rememberedTypes, rememberTypes } from "./type-cache.ts";

export async function collectionTypes(
  context: Context,
  { refresh }: { refresh?: true },
): Promise<CollectionType[]> {
  const { world, notes, service, options } = context;
  // A dry run is there to show the request.
  const kept = refresh === true || options.dryRun === true ? undefined : await rememberedTypes(context);
  if (kept !== undefined) {
    const ageMs = Math.floor((world.clock.now() - kept.atMs) / 60_000) * 60_000;
    const age = ageMs === 0 ? "less than a minute" : formatDuration(ageMs);
    notes.note(`As the service said ${age} ago (--refresh asks again)`);
    return kept.types;
  }
  const types = await service.client.listCollectionTypes();
  await rememberTypes(context, types);
  return types;
}
