/** An approval that an earlier run sent and never heard of: what is no longer in review tells what became of it. */
import { endpointOf } from "../../contract/endpoints.ts";
import { AppError } from "../../errors.ts";
import type { JournalEntry } from "../../ledger/history.ts";
import { idInPath, isApproval } from "../../ledger/subject.ts";
import type { Context } from "../../cli/context.ts";
import type { RequestKind } from "./request-kind.ts";

/**
 * The status that it led to, with the journal's entry settled by it; undefined when `error` is about something else,
 * or nothing in the journal waits for an answer. A rejection settles the entry too, and remains the error that it is.
 */
export async function earlierApproval(
  context: Context,
  kind: RequestKind,
  id: string,
  error: unknown,
): Promise<string | undefined> {
  if (!(error instanceof AppError) || error.code !== "NOT_IN_REVIEW") return undefined;
  const status = error.data?.["status"];
  if (typeof status !== "string") return undefined;
  const { service, notes } = context;
  const journal = await service.journal();
  const { origin } = await service.connect();
  const isIts = ({ record, state, isOpen }: JournalEntry): boolean =>
    isOpen &&
    state === "unknown" &&
    isApproval(record) &&
    endpointOf(record.kind).journal?.record === kind.noun &&
    record.origin === origin &&
    idInPath(record.path) === id;
  let entries: JournalEntry[];
  try {
    entries = (await journal.list()).entries.filter(isIts);
    for (const { record } of entries)
      await journal.resolve(
        record.id,
        status === "rejected"
          ? { notCreated: true, by: "search", reason: "it is rejected" }
          : { resultId: id, by: "search" },
      );
  } catch (problem) {
    // Whoever only reads must not fail for a journal that cannot be written.
    if (!(problem instanceof AppError)) throw problem;
    notes.warn(problem.message);
    return undefined;
  }
  const [first] = entries;
  if (first === undefined || status === "rejected") return undefined;
  notes.note(
    `No answer came to an earlier approval, but it arrived: ${kind.title} ${id} is ${status} (journal ${first.record.id})`,
  );
  return status;
}
