/** The spend journal of this run: opened at the first request that spends, or when history is read. */
import { join } from "node:path";
import type { Client } from "../../client/client.ts";
import type { SpendIntent } from "../../contract/spend.ts";
import type { GuardOptions } from "../../ledger/guard-spending.ts";
import type { Journal } from "../../ledger/journal.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import type { Reconcile } from "../../ledger/reconcile-intent.ts";
import { AppError } from "../../errors.ts";
import { safeJson } from "../../render/safe-json.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { askYesNo, canAsk } from "../../cli/input/prompt.ts";
import type { RunParts } from "./run-parts.ts";

export async function openSpendJournal({ world, directories, profileName }: RunParts): Promise<Journal> {
  const { openJournal } = await import("../../ledger/journal.ts");
  return openJournal({
    dir: join(directories.state, "journal"),
    clock: world.clock,
    uuid: () => world.uuid(),
    pid: world.pid,
    profile: profileName,
    isAlive: (pid) => world.isAlive(pid),
  });
}

/** How this run looks for what an unknown outcome has made. */
export function runReconciler(parts: RunParts, client: () => Promise<Client>): Reconcile {
  const { world, notes, dialect } = parts;
  return async (...given) => {
    const { reconciler } = await import("./reconcile.ts");
    const look = reconciler({
      client,
      dialect,
      clock: world.clock,
      signal: world.interrupts.giveUpSignal,
      hurry: world.interrupts.pressSignal,
      note: (message) => notes.note(message),
    });
    return look(...given);
  };
}

/** How a request is guarded in this run: what flags allow, what is asked, what is looked for, what is said. */
export function guardOptions(
  parts: RunParts,
  client: () => Promise<Client>,
  agreedRepeats: ReadonlySet<string>,
  skewMs: () => number | undefined,
): GuardOptions {
  const { world, options, notes, settings } = parts;
  const { interrupts } = world;
  return {
    resend: options.resend === true,
    abandoned: interrupts.giveUpSignal,
    skewMs,
    ...(settings.budget.value !== undefined && { budget: settings.budget.value }),
    confirmRepeat: (previous, intent) => confirmRepeat(parts, previous, intent, agreedRepeats),
    reconcile: runReconciler(parts, client),
    onReconciled: (record) => {
      if (record.state === "confirmed")
        notes.note(`No answer came, but it arrived: ${record.resultId} (journal ${record.id})`);
    },
    onUnsaved: (record) =>
      notes.warn(`the outcome could not be saved in the journal; keep this line: ${safeJson(record)}`),
  };
}

async function confirmRepeat(
  { world, options, notes }: RunParts,
  previous: IntentRecord,
  intent: SpendIntent,
  agreedRepeats: ReadonlySet<string>,
): Promise<boolean> {
  const when = formatTimestamp(previous.closedAt ?? previous.preparedAt);
  const said = `The same request was confirmed at ${when} (${previous.resultId})`;
  if (options.resend === true || agreedRepeats.has(previous.resultId ?? "")) return true;
  if (intent.effect === "write") {
    // It costs nothing until it is approved, so saying it is enough.
    notes.note(`${said}: this makes another one`);
    return true;
  }
  if (canAsk(world, options)) {
    const question = `${said}. Send it again, and pay again?`;
    return world.interrupts.expose(() => askYesNo(world, question, false));
  }
  throw new AppError("usage", "INTENT_CONFIRMED", `${said}: nothing was sent now`, {
    hint: "To buy it a second time on purpose, add --resend",
    data: { id: previous.resultId, intentId: previous.id },
  });
}
