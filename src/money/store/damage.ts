/**
 * Records that cannot be read, and files in the journal's folder that have not the name of one. Each may be a paid order of any item and
 * any profile: swath buys nothing until a person has resolved the record, or agrees to the risk.
 *
 * A person, an editor or a synchronisation may have renamed a record (`ID.json.bak`, `ID (1).json`) or merged two folders, so any file that
 * may be a record counts as one that cannot be read. A copy of a record that is there does not, and neither does a file that an
 * operating system or an editor keeps beside a record.
 */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import { isJsonObject, tryParseJson } from "../../contract/json-object.ts";
import { AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import {
  type Damage,
  toFileName,
  findIdInName,
  isAside,
  type IntentRecord,
  isSameAttempt,
  parseRecord,
  RECORD_VERSION,
  toStem,
} from "../record.ts";
import type { RecordFiles } from "./files.ts";
import { isLockName } from "./lock.ts";
import type { LedgerWorld } from "./open-state.ts";

export interface UnreadableFile {
  file: string;
  problem: string;
  /** True for a file that may be a record. */
  mayBeRecord: boolean;
}

const ID_IN_NAME = /[0-9a-f]{16}-[1-9]\d{0,8}/i;
const JSON_IN_NAME = /\.json/i;
/** A part of every record. */
const RECORD_PART = '"fingerprint"';

/** The first bytes of an AppleDouble file, which macOS writes beside a copied file (`._ID.json`). */
const APPLE_DOUBLE = "\u0000\u0005\u0016\u0007";
/** The first bytes of a swap file of vim, which has an unsaved copy of an open file (`.ID.json.swp`). */
const VIM_SWAP = "b0VIM ";
/** The lock of emacs for an open file is a link to nothing (`.#ID.json`). */
const LOCK_LINK = ".#";

const isTemporary = (name: string): boolean => name.startsWith(".") && name.endsWith(".tmp");

/** Reports whether a listing shows this file: a record, or a file that is not the journal's. */
export const isListed = (name: string): boolean => !isTemporary(name) && !isAside(name) && !isLockName(name);

/** Describes a file that has not the name of a record; undefined if it is not listed, or was removed. */
export function describeOtherFile(
  files: Pick<RecordFiles, "readText" | "readStamped">,
  file: string,
): UnreadableFile | undefined {
  const read = isListed(file) ? files.readText(file) : undefined;
  if (read === undefined) return undefined;
  const { text, problem } = read;
  const isNamed = ID_IN_NAME.test(file);
  if (text === undefined) {
    const isFile = problem !== "not a file" && problem !== "ELOOP";
    const isLock = file.startsWith(LOCK_LINK) && problem === "ELOOP";
    const mayBeRecord = (isNamed && !isLock) || (isFile && JSON_IN_NAME.test(file));
    return { file, problem: `not a journal file (${problem})`, mayBeRecord };
  }
  if (text.startsWith(APPLE_DOUBLE) || text.startsWith(VIM_SWAP))
    return { file, problem: "not a journal file", mayBeRecord: false };
  const record = findRecordIn(text);
  if (record !== undefined) {
    const known = files.readStamped(record.id)?.record;
    if (known !== undefined && isSameAttempt(known, record))
      return { file, problem: `a copy of the record ${record.id}`, mayBeRecord: false };
    return {
      file,
      problem:
        known === undefined
          ? `it was renamed, and can be renamed back to ${toFileName(record.id)}`
          : `another record has its id, in ${toFileName(record.id)}`,
      mayBeRecord: true,
    };
  }
  const isJson = isJsonObject(tryParseJson(text));
  const mayBeRecord = isNamed || text.includes(RECORD_PART) || (!isJson && JSON_IN_NAME.test(file));
  return { file, problem: "not a journal file", mayBeRecord };
}

/** Returns the record in a text, whatever the name of its file. */
function findRecordIn(text: string): IntentRecord | undefined {
  const data = tryParseJson(text);
  const id = isJsonObject(data) ? data["id"] : undefined;
  return typeof id === "string" && findIdInName(toFileName(id)) === id
    ? parseRecord(text, id).record
    : undefined;
}

/** A record that cannot be read. Its id is that of the record, or the name of a file with another name. */
export interface DamagedRecord extends Damage {
  file: string;
  /** True if it blocks: no later attempt at its intent was sent. */
  isOpen: boolean;
}

/** Returns the record id in the name or the path of a file; other text is already an id. */
export const toRecordId = (text: string): string => findIdInName(basename(text)) ?? text;

/** Returns the records among unreadable files. `isPassed` reports whether a later attempt at the intent was sent. */
export function listDamaged(
  files: LedgerWorld["files"],
  unreadable: readonly UnreadableFile[],
  isPassed: (id: string) => boolean,
): Promise<DamagedRecord[]> {
  return Promise.all(
    unreadable
      .filter(({ mayBeRecord }) => mayBeRecord)
      .map(async ({ file, problem }) => {
        const id = findIdInName(file);
        const writtenMs = files.readStamp(file)?.writtenMs;
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
export function describeDamage([first, ...others]: readonly [Damage, ...Damage[]]): string {
  const { id, path, problem, writtenMs } = first;
  const written = writtenMs === undefined ? "" : `, last written ${timeForPeople(writtenMs)}`;
  const more =
    others.length === 0 ? "" : ` (nor ${others.length} more: ${others.map((one) => one.id).join(", ")})`;
  return `the journal's record ${id} (${path}${written}) cannot be read: ${problem}${more}. It may record a paid order`;
}

/** Returns the error of `journal show` for an unreadable record. */
export const makeDamagedError = (damaged: DamagedRecord): AppError =>
  new AppError("local", "INTENT_OPEN", describeDamage([damaged]), {
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
const makeFoundId = ({ file, writtenMs }: DamagedRecord): string =>
  `${toStem(createHash("sha256").update(`${file} ${writtenMs}`).digest("hex"))}-1`;

/** Returns a record that replaces a damaged one, for an order that a person found. Its items are unknown. */
export function makeFoundRecord(
  damaged: DamagedRecord,
  { now, pid, profile }: Pick<LedgerWorld, "now" | "pid" | "profile">,
  { orderId, origin, price }: FoundOrder,
): IntentRecord {
  const { method, path } = ENDPOINTS.placeOrder;
  const nowMs = now();
  const { file, writtenMs } = damaged;
  const id = findIdInName(file) ?? makeFoundId(damaged);
  return {
    version: RECORD_VERSION,
    id,
    fingerprint: toStem(id),
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
