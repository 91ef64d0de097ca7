/** The spend journal of this run: opened at the first request that spends, or when history is read. */
import { join } from "node:path";
import type { GuardOptions } from "../ledger/guard-spending.ts";
import type { Journal } from "../ledger/journal.ts";
import type { IntentRecord } from "../ledger/intent-record.ts";
import { AppError } from "../errors.ts";
import { safeJson } from "../render/safe-json.ts";
import { formatTimestamp } from "../time/timestamp.ts";
import { askYesNo, canAsk } from "./prompt.ts";
import type { ServiceParts } from "./service.ts";

export async function openSpendJournal({ world, directories, profileName }: ServiceParts): Promise<Journal> {
  const { openJournal } = await import("../ledger/journal.ts");
  return openJournal({
    dir: join(directories.state, "journal"),
    clock: world.clock,
    uuid: () => world.uuid(),
    pid: world.pid,
    profile: profileName,
    isAlive: (pid) => world.isAlive(pid),
  });
}

/** How a request that spends is guarded in this run: what flags allow, what is asked, what is said when disk fails. */
export function guardOptions({ world, options, notes }: ServiceParts): GuardOptions {
  return {
    resend: options.resend === true,
    abandoned: world.interrupts.giveUpSignal,
    confirmRepeat: (previous) => confirmRepeat(previous, world, options),
    onUnsaved: (record) =>
      notes.warn(`the outcome could not be saved in the journal; keep this line: ${safeJson(record)}`),
  };
}

async function confirmRepeat(
  previous: IntentRecord,
  world: ServiceParts["world"],
  options: ServiceParts["options"],
): Promise<boolean> {
  const when = formatTimestamp(previous.closedAt ?? previous.preparedAt);
  const said = `The same request was confirmed at ${when} (${previous.resultId})`;
  if (options.resend === true) return true;
  if (canAsk(world, options)) return askYesNo(world, `${said}. Send it again, and pay again?`, false);
  throw new AppError("usage", "CONFIRMATION_REQUIRED", `${said}: nothing was sent now`, {
    hint: "To buy it a second time on purpose, add --resend",
    data: { id: previous.resultId, intentId: previous.id },
  });
}
