import type { Context } from "../../cli/context.ts";
import { AppError } from "../../errors.ts";
import type { JournalEntry } from "../../ledger/history.ts";
import { idInPath, isApproval, isOrder } from "../../ledger/subject.ts";
import type { Finding } from "../../ledger/resolve-record.ts";
import { entryRow, type EntryRow } from "./entry-row.ts";
import { unknownEntry } from "./show-entry.ts";

export interface ResolveOptions {
  orderId?: string;
  id?: string;
  notCreated?: true;
  price?: string;
}

const HOW = "Type: --order-id <orderId> or --id <id> when it exists, --not-created when it does not";

export async function resolveEntry(
  context: Context,
  journalId: string,
  options: ResolveOptions,
): Promise<EntryRow> {
  const finding = findingOf(options);
  const journal = await context.service.journal();
  const entry = (await journal.get(journalId)) ?? unknownEntry(journalId);
  const { record } = entry;
  if (options.orderId !== undefined && !isOrder(record))
    throw usage(`--order-id is for orders, and journal ${record.id} is none`, "Type: --id <id>");
  const givenId = options.orderId ?? options.id;
  if (isApproval(record) && givenId !== undefined && givenId !== idInPath(record.path))
    throw usage(`journal ${record.id} approves ${idInPath(record.path)}, not ${givenId}`, HOW);
  if (context.options.dryRun === true) {
    context.notes.note("Nothing was written (--dry-run)");
    return entryRow(entry);
  }
  let after: JournalEntry = entry;
  if (finding !== undefined) after = (await journal.resolve(record.id, finding)) ?? unknownEntry(journalId);
  if (options.price !== undefined)
    after = (await journal.notePrice(record.id, options.price)) ?? unknownEntry(journalId);
  return entryRow(after);
}

function findingOf({ orderId, id, notCreated, price }: ResolveOptions): Finding | undefined {
  const given = [orderId, id, notCreated].filter((value) => value !== undefined);
  if (given.length === 0 && price !== undefined) return undefined;
  if (given.length !== 1)
    throw usage(
      given.length === 0 ? "nothing says what became of it" : "more than one outcome is given",
      HOW,
    );
  return notCreated === true
    ? { notCreated: true, by: "hand" }
    : { resultId: (orderId ?? id) as string, by: "hand" };
}

const usage = (message: string, hint: string): AppError => new AppError("usage", "USAGE", message, { hint });
