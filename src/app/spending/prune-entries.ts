import type { Context } from "../../cli/context.ts";
import { entryRow, type EntryRow } from "./entry-row.ts";

export async function pruneEntries(
  { service, world, options, notes }: Context,
  olderThanMs: number,
): Promise<EntryRow[]> {
  const isTrial = options.dryRun === true;
  const journal = await service.journal();
  const removed = await journal.prune(world.clock.now() - olderThanMs, isTrial);
  if (isTrial) notes.note("Nothing was removed (--dry-run)");
  return removed.map((record) => entryRow({ record, state: record.state, isOpen: false }));
}
