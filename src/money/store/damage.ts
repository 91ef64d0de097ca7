/**
 * Records that cannot be read. Each may be a paid order of any item and any profile: swath buys nothing until a person
 * has resolved the record, or agrees to the risk.
 */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import { AppError } from "../../errors.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { idInFileName, RECORD_VERSION, stemOf, type Damage, type IntentRecord } from "../record.ts";
import type { LedgerWorld } from "./world.ts";
import type { UnreadableFile } from "./other-files.ts";
import { advice, swath } from "../../hint.ts";

/** A record that cannot be read. Its id is that of the record, or the name of a file with another name. */
export interface DamagedRecord extends Damage {
  file: string;
  /** True if it blocks: no later attempt at its intent was sent. */
  isOpen: boolean;
}

/** Returns the record id in the name or the path of a file; other text is already an id. */
export const idOfFile = (text: string): string => idInFileName(basename(text)) ?? text;

/** Returns the records among unreadable files. `isPassed` reports whether a later attempt at the intent was sent. */
export function damagedAmong(
  files: LedgerWorld["files"],
  unreadable: readonly UnreadableFile[],
  isPassed: (id: string) => boolean,
): Promise<DamagedRecord[]> {
  return Promise.all(
    unreadable
      .filter(({ mayBeRecord }) => mayBeRecord)
      .map(async ({ file, problem }) => {
        const id = idInFileName(file);
        const writtenMs = files.stampOf(file)?.writtenMs;
        return {
          id: id ?? file,
          file,
          path: join(files.dir, file),
          problem,
          isOpen: id === undefined || !isPassed(id),
          ...(writtenMs !== undefined && { writtenMs }),
        };
      }),
  );
}

/** Describes unreadable records, and their risk for a purchase. */
export function damageText([first, ...others]: readonly [Damage, ...Damage[]]): string {
  const { id, path, problem, writtenMs } = first;
  const written = writtenMs === undefined ? "" : `, last written ${timeForPeople(writtenMs)}`;
  const more =
    others.length === 0 ? "" : ` (nor ${others.length} more: ${others.map((one) => one.id).join(", ")})`;
  return `the journal's record ${id} (${path}${written}) cannot be read: ${problem}${more}. It may record a paid order`;
}

/** Returns the error of `journal show` for an unreadable record. */
export const damagedRecord = (damaged: DamagedRecord): AppError =>
  new AppError("local", "INTENT_OPEN", damageText([damaged]), {
    next: advice`Record the order's id: ${swath`journal resolve ${damaged.id} --order-id <orderId>`}`,
    data: { intentId: damaged.id, state: "unknown", file: damaged.path },
  });

/** An order that a person found at the service for a damaged record. */
export interface FoundOrder {
  orderId: string;
  origin: string;
  price?: string | undefined;
}

/** Returns an id for the record of a file that has not the name of one. */
const idFor = ({ file, writtenMs }: DamagedRecord): string =>
  `${stemOf(createHash("sha256").update(`${file} ${writtenMs}`).digest("hex"))}-1`;

/** Returns a record that replaces a damaged one, for an order that a person found. Its items are unknown. */
export function recordOfFound(
  damaged: DamagedRecord,
  { now, pid, profile }: Pick<LedgerWorld, "now" | "pid" | "profile">,
  { orderId, origin, price }: FoundOrder,
): IntentRecord {
  const { method, path } = ENDPOINTS.placeOrder;
  const nowMs = now();
  const { file, writtenMs } = damaged;
  const id = idInFileName(file) ?? idFor(damaged);
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
