import type { Context } from "../../cli/context.ts";
import { AppError } from "../../errors.ts";
import { isApproval, isOrder } from "../../ledger/subject.ts";
import type { Finding } from "../../ledger/resolve-record.ts";
import { entryRow, type EntryRow } from "./entry-row.ts";
import { unknownEntry } from "./show-entry.ts";

export interface ResolveOptions {
  orderId?: string;
  id?: string;
  notCreated?: true;
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
  if (
    isApproval(record) &&
    "resultId" in finding &&
    !record.path.includes(encodeURIComponent(finding.resultId))
  )
    throw usage(`journal ${record.id} approves another request than ${finding.resultId}`, HOW);
  if (context.options.dryRun === true) {
    context.notes.note("Nothing was written (--dry-run)");
    return entryRow(entry);
  }
  return entryRow((await journal.resolve(record.id, finding)) ?? unknownEntry(journalId));
}

function findingOf({ orderId, id, notCreated }: ResolveOptions): Finding {
  const given = [orderId, id, notCreated].filter((value) => value !== undefined);
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
