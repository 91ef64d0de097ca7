/** Returns the service's time, as known on this machine, without a request. */
import type { Journal } from "../../money/journal.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import type { ServiceTime } from "../../money/context.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Connection } from "./connection.ts";

/** A smaller difference is noise: the `Date` of a response is accurate to a second, plus the delay of the network. */
const SKEW_THAT_COUNTS_MS = 60_000;

interface Sources {
  /** A dry run opens no connection, but the sandbox's stored clock is readable. */
  isDryRun: boolean;
  connection: () => Promise<Pick<Connection, "skewMs">>;
  journal: () => Promise<Pick<Journal, "skewMs">>;
}

/** Returns the clock of the sandbox that this run opens; for other services, the skew of their last responses. */
export async function readServiceTime(
  { clock, directories, settings, profileName }: Surroundings,
  { isDryRun, connection, journal }: Sources,
): Promise<ServiceTime> {
  // An unusable sandbox or journal fails later, where it is needed.
  const isTrusted = profileName === SANDBOX_PROFILE;
  const skewMs = await (isTrusted ? sandboxSkew() : journalSkew()).catch(() => 0);
  if (Math.abs(skewMs) < SKEW_THAT_COUNTS_MS) return { nowMs: clock.now(), skewMs: 0, isTrusted };
  // Some milliseconds pass between two readings of two clocks.
  return { nowMs: Math.round((clock.now() + skewMs) / 1000) * 1000, skewMs, isTrusted };

  async function sandboxSkew(): Promise<number> {
    if (!isDryRun) return (await connection()).skewMs ?? 0;
    const { readStoredTime } = await import("./local-sandbox.ts");
    const storedMs = await readStoredTime(directories, clock);
    return storedMs === undefined ? 0 : storedMs - clock.now();
  }

  async function journalSkew(): Promise<number> {
    const baseUrl = settings.baseUrl.value;
    return baseUrl === undefined ? 0 : ((await (await journal()).skewMs(new URL(baseUrl).origin)) ?? 0);
  }
}
