/** What time it is at the service, as far as this machine knows: nothing is asked. */
import type { Journal } from "../../ledger/journal.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Connection } from "./connection.ts";

export interface ServiceTime {
  nowMs: number;
  /** The service's clock minus ours; 0 where it is not known, or too small to count. */
  skewMs: number;
  /** The sandbox's clock, which this machine sets: no wrong `Date` of a reply can move it. */
  isTrusted: boolean;
}

/** Less would only be noise: the `Date` of a reply is true to a second, and comes with the delay of the network. */
const SKEW_THAT_COUNTS_MS = 60_000;

interface Sources {
  /** A dry run opens no connection; the sandbox's store on disk has its clock too. */
  isDryRun: boolean;
  connection: () => Promise<Pick<Connection, "skewMs">>;
  journal: () => Promise<Pick<Journal, "skewMs">>;
}

/** The clock of the sandbox that this run opens; of another service, the skew that its last replies showed. */
export async function serviceTime(
  {
    clock,
    directories,
    settings,
    profileName,
  }: Pick<Surroundings, "clock" | "directories" | "settings" | "profileName">,
  { isDryRun, connection, journal }: Sources,
): Promise<ServiceTime> {
  // A sandbox that cannot be opened, or a journal that cannot be read, fails where it is needed.
  const isTrusted = profileName === SANDBOX_PROFILE;
  const skewMs = await (isTrusted ? sandboxSkew() : journalSkew()).catch(() => 0);
  if (Math.abs(skewMs) < SKEW_THAT_COUNTS_MS) return { nowMs: clock.now(), skewMs: 0, isTrusted };
  // Between two readings of two clocks some milliseconds pass.
  return { nowMs: Math.round((clock.now() + skewMs) / 1000) * 1000, skewMs, isTrusted };

  async function sandboxSkew(): Promise<number> {
    if (!isDryRun) return (await connection()).skewMs ?? 0;
    const { storedTime } = await import("./local-sandbox.ts");
    const storedMs = await storedTime(directories, clock);
    return storedMs === undefined ? 0 : storedMs - clock.now();
  }

  async function journalSkew(): Promise<number> {
    const baseUrl = settings.baseUrl.value;
    return baseUrl === undefined ? 0 : ((await (await journal()).skewMs(new URL(baseUrl).origin)) ?? 0);
  }
}
