/** What became of a member of a batch whose answer never came: the journal knows what was sent, and a search what was made. */
import type { Context } from "../../cli/context.ts";
import type { JournalEntry } from "../../ledger/history.ts";
import type { Reconciled } from "../../ledger/settle-intent.ts";

export type Earlier =
  | { state: "made"; id: string }
  | { state: "missing" }
  | { state: "open"; because: string };

/** So long after a request the service may still be at work on it. */
const STILL_AT_WORK_MS = 60_000;

/** Opened once for a batch: its journal is read at the first member that asks. */
export function earlierAttempts(context: Context, batch: string): (index: number) => Promise<Earlier> {
  let listed: Promise<Map<string, JournalEntry>> | undefined;
  return async (index) => {
    const attempts = await (listed ??= lastAttempts(context));
    const entry = attempts.get(memberOf(batch, index));
    // The journal is written before anything leaves: what it does not know never left.
    return entry === undefined ? { state: "missing" } : settle(context, entry);
  };
}

export const memberOf = (batch: string, index: number): string => `${batch}/${index}`;

async function lastAttempts({ service }: Context): Promise<Map<string, JournalEntry>> {
  const { entries } = await (await service.journal()).list();
  // The newest stands first, and must win.
  return new Map(
    entries.toReversed().flatMap((entry) => {
      const member = entry.record.details?.batch;
      return member === undefined ? [] : [[member, entry] as const];
    }),
  );
}

async function settle(context: Context, entry: JournalEntry): Promise<Earlier> {
  const { record, state } = entry;
  if (state === "confirmed" && record.resultId !== undefined) return { state: "made", id: record.resultId };
  if (state === "refused" || state === "prepared") return { state: "missing" };
  if (state === "sending") return { state: "open", because: `process ${record.pid} is sending it` };
  const { service, world } = context;
  const journal = await service.journal();
  const sinceMs = world.clock.now() - (record.closedAt ?? record.sendingAt ?? record.preparedAt);
  const when = sinceMs < STILL_AT_WORK_MS ? "soon" : "later";
  const finding = await journal.settle(entry, service.reconcile, when);
  if (finding?.outcome === "found") return { state: "made", id: finding.id };
  if (finding?.outcome === "absent" && (finding.isFree || record.effect === "write")) {
    // Spec silent: whether a search shows every request at once. We take one that a whole search does not find for not
    // made where a second one would cost nothing until somebody approves it; what may cost money waits for --resend.
    if (!finding.isFree)
      await journal.resolve(record.id, { notCreated: true, by: "search", reason: finding.because });
    return { state: "missing" };
  }
  return { state: "open", because: whyOpen(finding) };
}

const whyOpen = (finding: Reconciled | undefined): string =>
  finding === undefined || finding.outcome === "found" ? "nothing can be looked up" : finding.because;
