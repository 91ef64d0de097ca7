/** Opens the spend journal of a run, and searches for results of unknown outcomes. */
import { join } from "node:path";
import type { Client } from "../../client/client.ts";
import type { Journal } from "../../ledger/journal.ts";
import type { Reconcile } from "../../ledger/settle-intent.ts";
import type { Surroundings } from "../surroundings.ts";

/** Opens this machine's journal for the profile of this run. */
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
