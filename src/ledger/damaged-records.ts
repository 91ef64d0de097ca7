/**
 * Records that cannot be read. Each may be an order that was sent and paid, of any item and any profile: nothing more is
 * bought until a person has resolved it, or agrees to the risk.
 */
import { basename, join } from "node:path";
import { ENDPOINTS } from "../contract/endpoints.ts";
import { AppError } from "../errors.ts";
import { advice, again, swath, type Advice } from "../hint.ts";
import { timeForPeople } from "../time/timestamp.ts";
import { readHistory } from "./history.ts";
import { attemptOf, idInFileName, RECORD_VERSION, stemOf, type IntentRecord } from "./intent-record.ts";
import { passesEarlier } from "./open-state.ts";
import type { LedgerWorld } from "./record-files.ts";

export interface DamagedRecord {
  id: string;
  path: string;
  /** Why it cannot be read. */
  problem: string;
  /** When the file was written last, as far as the disk says it. */
  writtenMs?: number;
  /** Whether it blocks: no later attempt at its intent was sent. */
  isOpen: boolean;
}

/** The record id in the name or the path of its file; any other text is an id as it is. */
export const idOfFile = (text: string): string => idInFileName(basename(text)) ?? text;

type Reading = Pick<LedgerWorld, "files" | "now" | "isAlive">;

/** All records of the journal that cannot be read. Files of other names are none. */
export async function damagedRecords({ files, now, isAlive }: Reading): Promise<DamagedRecord[]> {
  const { entries, unreadable } = await readHistory(files, now(), isAlive);
  const passing = entries.filter(({ record }) => passesEarlier({ record }, now(), isAlive));
  const damaged: DamagedRecord[] = [];
  for (const { file, problem } of unreadable) {
    const id = idInFileName(file);
    if (id === undefined) continue;
    const isPassed = passing.some(
      ({ record }) => stemOf(record.id) === stemOf(id) && attemptOf(record.id) > attemptOf(id),
    );
    const writtenMs = await files.writtenMs(id);
    damaged.push({
      id,
      path: join(files.dir, file),
      problem,
      ...(writtenMs !== undefined && { writtenMs }),
      isOpen: !isPassed,
    });
  }
  return damaged;
}

const describe = ({ id, path, problem, writtenMs }: DamagedRecord): string => {
  const written = writtenMs === undefined ? "" : `, last written ${timeForPeople(writtenMs)}`;
  return `The journal's record ${id} (${path}${written}) cannot be read: ${problem.replace(/^cannot be read \((.*)\)$/, "$1")}`;
};

/** What such a record may mean for what is to be bought now. */
export function damageText([first, ...others]: readonly [DamagedRecord, ...DamagedRecord[]]): string {
  const more =
    others.length === 0 ? "" : ` (nor ${others.length} more: ${others.map(({ id }) => id).join(", ")})`;
  return `${describe(first)}${more}. It may be an order or another request that was sent and paid, of anything`;
}

/** How a person ends such a record. */
export const endOfDamaged = ({ id }: Pick<DamagedRecord, "id">): Advice =>
  advice`If it is an order that exists: ${swath`journal resolve ${id} --order-id <orderId>`}; else: ${swath`journal resolve ${id} --not-created`}. Both keep the damaged file, under another name`;

const looking = ({ problem, path }: DamagedRecord): Advice => {
  const first = /newer version/.test(problem)
    ? "Use the newer version of swath that wrote it, which can read it. Else look"
    : /EACCES|EPERM/.test(problem)
      ? `Make ${path} readable for this user. Else look`
      : "Look";
  return advice`${first} for what was bought then in the service's own console; what is known here: ${swath`order history`}`;
};

/** The record that `journal show` was asked for. */
export const damagedRecord = (damaged: DamagedRecord): AppError =>
  new AppError("local", "INTENT_OPEN", damageText([damaged]), {
    hint: advice`${looking(damaged)}. ${endOfDamaged(damaged)}`,
    data: { intentId: damaged.id, state: "unknown", file: damaged.path },
  });

/** Where nobody agreed to the risk. */
export function damagedBlock(damaged: readonly [DamagedRecord, ...DamagedRecord[]]): AppError {
  const [first] = damaged;
  return new AppError("local", "INTENT_OPEN", `${damageText(damaged)}; nothing was sent now`, {
    hint: advice`${looking(first)}. ${endOfDamaged(first)}. To send this all the same, which may pay twice, add --resend${again("--resend")}`,
    data: { intentId: first.id, state: "unknown", files: damaged.map(({ path }) => path) },
  });
}

/** What a person found at the service, of what cannot be read here. */
export interface FoundOrder {
  orderId: string;
  origin: string;
  price?: string | undefined;
}

/** A record in the place of a damaged one, for an order that a person found: what it holds is not known. */
export function recordOfFound(
  { id, writtenMs }: DamagedRecord,
  { now, pid, profile }: Pick<LedgerWorld, "now" | "pid" | "profile">,
  { orderId, origin, price }: FoundOrder,
): IntentRecord {
  const { method, path } = ENDPOINTS.placeOrder;
  const nowMs = now();
  return {
    version: RECORD_VERSION,
    id,
    fingerprint: stemOf(id),
    kind: "placeOrder",
    origin,
    profile,
    method,
    path,
    state: "confirmed",
    pid,
    preparedAt: writtenMs ?? nowMs,
    closedAt: writtenMs ?? nowMs,
    resultId: orderId,
    resolvedBy: "hand",
    resolvedAt: nowMs,
    ...(price !== undefined && { details: { price } }),
  };
}
