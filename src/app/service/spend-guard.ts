/** Guards the requests of a run that may cost money: journal, earlier purchases, unknown outcomes. */
import { join } from "node:path";
import type { Client } from "../../client/client.ts";
import type { SpendGuard, SpendIntent } from "../../contract/spend.ts";
import { AppError } from "../../errors.ts";
import { agree, orSay } from "../consent.ts";
import type { DamagedRecord } from "../../ledger/damaged-records.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import type { JudgedOrders } from "../../ledger/keep-items.ts";
import type { Journal } from "../../ledger/journal.ts";
import type { Reconcile } from "../../ledger/settle-intent.ts";
import { safeJson } from "../../render/safe-json.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import type { Surroundings } from "../surroundings.ts";
import { advice, again } from "../../hint.ts";

/** This machine's journal, written for the profile of this run. */
export async function openSpendJournal({
  clock,
  machine,
  directories,
  profileName,
  dialect,
}: Pick<Surroundings, "clock" | "machine" | "directories" | "profileName" | "dialect">): Promise<Journal> {
  const { openJournal } = await import("../../ledger/journal.ts");
  return openJournal({
    dir: join(directories.state, "journal"),
    clock,
    uuid: () => machine.uuid(),
    pid: machine.pid,
    profile: profileName,
    isAlive: (pid) => machine.isAlive(pid),
    dollar: dialect["currency.$"],
  });
}

/** Finds the result of a request with an unknown outcome. */
export function runReconciler(surroundings: Surroundings, client: () => Promise<Client>): Reconcile {
  const { dialect, clock, events, interruption } = surroundings;
  return async (...given) => {
    const { reconciler } = await import("./reconcile.ts");
    const reconcile = reconciler({
      client,
      dialect,
      clock,
      signal: interruption.giveUpSignal,
      firstInterrupt: interruption.pressSignal,
      note: (message) => events.note(message),
    });
    return reconcile(...given);
  };
}

interface GuardFacts {
  client: () => Promise<Client>;
  /** Ids that the person agreed to buy again. */
  agreedRepeats: ReadonlySet<string>;
  /** The earlier orders that the run has compared with; undefined where it has not. */
  judged: () => JudgedOrders | undefined;
  /** The service's clock minus ours in milliseconds; undefined before the first reply. */
  skewMs: () => number | undefined;
}

/** The guard of the client's requests: equal requests run one at a time, and the first Ctrl-C does not abort them. */
export function runGuard(
  surroundings: Surroundings,
  { client, agreedRepeats, skewMs, judged }: GuardFacts,
): SpendGuard {
  const { consent, events, interruption, settings } = surroundings;
  // One question for a run, whatever it sends.
  const agreed = new Map<string, Promise<void>>();
  return oneAtATime((...request) =>
    interruption.shield(async () => {
      const journal = await openSpendJournal(surroundings);
      const guard = journal.guard({
        resend: consent.resend,
        abandoned: interruption.giveUpSignal,
        skewMs,
        judged,
        ...(settings.budget.value !== undefined && { budget: settings.budget.value }),
        confirmRepeat: (previous, intent) => confirmRepeat(surroundings, previous, intent, agreedRepeats),
        confirmDamaged: (damaged) => {
          const key = damaged.map(({ id }) => id).join();
          const answer = agreed.get(key) ?? confirmDamaged(surroundings, damaged);
          agreed.set(key, answer);
          return answer;
        },
        reconcile: runReconciler(surroundings, client),
        onReconciled: (record) => {
          if (record.state === "confirmed")
            events.note(
              `No reply came, but the service received it: ${record.resultId} (journal ${record.id})`,
            );
        },
        onUnsaved: (record) =>
          events.warn(`the outcome could not be saved in the journal; keep this line: ${safeJson(record)}`),
      });
      return guard(...request);
    }),
  );
}

async function confirmRepeat(
  { consent, events, interruption }: Surroundings,
  previous: IntentRecord,
  intent: SpendIntent,
  agreedRepeats: ReadonlySet<string>,
): Promise<boolean> {
  const when = timeForPeople(previous.closedAt ?? previous.preparedAt);
  const confirmed = `The same request was confirmed at ${when} (${previous.resultId})`;
  if (consent.resend || agreedRepeats.has(previous.resultId ?? "")) return true;
  if (intent.effect === "write") {
    // The request costs nothing until it is approved, so a note is enough.
    events.note(`${confirmed}: this makes another one`);
    return true;
  }
  if (consent.canAsk)
    return interruption.expose(() =>
      orSay(
        { events },
        consent.ask(`${confirmed}. Send it again, and pay again?`),
        "This request was not sent again",
      ),
    );
  throw new AppError("usage", "INTENT_CONFIRMED", `${confirmed}: nothing was sent now`, {
    hint: advice`To buy it a second time on purpose, add --resend${again("--resend")}`,
    data: { id: previous.resultId, intentId: previous.id },
  });
}

/** What cannot be read may be a purchase of the same: --yes does not agree to that. */
async function confirmDamaged(
  { consent, events, interruption }: Surroundings,
  damaged: readonly [DamagedRecord, ...DamagedRecord[]],
): Promise<void> {
  const { damagedBlock, damageText } = await import("../../ledger/damaged-records.ts");
  if (!consent.canAsk || consent.isGiven) throw damagedBlock(damaged);
  await interruption.expose(() =>
    agree({ consent, events }, `${damageText(damaged)}. Send it now, and perhaps pay twice?`),
  );
}

/** Equal requests run one after the other in one process, because a batch may hold a request twice. */
function oneAtATime(guard: SpendGuard): SpendGuard {
  const last = new Map<string, Promise<unknown>>();
  return (intent, go, idOf, adopt) => {
    const key = JSON.stringify([intent.kind, intent.path, intent.body]);
    const before = last.get(key) ?? Promise.resolve();
    const work = before.then(() => guard(intent, go, idOf, adopt));
    last.set(
      key,
      work.catch(() => {}),
    );
    return work;
  };
}
