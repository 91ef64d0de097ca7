import type { Context } from "../../cli/context.ts";
import { entryRow, type EntryRow } from "./entry-row.ts";

export interface ListOptions {
  open?: true;
  state?: string;
  limit?: number;
}

/** Newest first. Files that cannot be read are named, and hide no other. */
export async function listEntries(
  { service, notes }: Context,
  { open, state, limit = Infinity }: ListOptions,
): Promise<EntryRow[]> {
  const { entries, unreadable } = await (await service.journal()).list();
  for (const { file, problem } of unreadable) notes.warn(`journal file ${file}: ${problem}`);
  const chosen = entries.filter(
    (entry) => (open !== true || entry.isOpen) && (state === undefined || entry.state === state),
  );
  if (chosen.length > limit) notes.note(`showing ${limit} of ${chosen.length} (--limit N for more)`);
  const blocking = chosen.find(({ isOpen, state: shown }) => isOpen && shown === "unknown");
  if (blocking !== undefined) notes.hint(`swath journal show ${blocking.record.id}`);
  return chosen.slice(0, limit).map(entryRow);
}
