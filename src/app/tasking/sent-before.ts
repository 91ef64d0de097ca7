/**
 * Finds the earlier request that asked for the same: the same geometry and properties, whatever file they came from and
 * wherever they were in it. A pre-approval does not make another request: it would buy the same image a second time.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { msOf } from "../../contract/body-values.ts";
import type { EndpointName } from "../../contract/endpoints.ts";
import { objectOf } from "../../contract/json-object.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { interfaceBody } from "../../domain/interface-form.ts";
import { notedMembers, type NotedMember } from "../../ledger/batch-files.ts";
import type { DamagedRecord } from "../../ledger/damaged-records.ts";
import type { JournalEntry } from "../../ledger/history.ts";
import { withoutSignatures } from "../../ledger/intent-details.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { accountOf, isOf } from "../buying/read-book.ts";
import type { AppContext } from "../context.ts";

/** A request to find. */
export interface Wanted {
  /** Equal for requests that ask for the same. Relative times count as typed: `now` is equal to a later `now`. */
  key: string;
  kind: EndpointName;
  /** The body to send. */
  body: unknown;
  /** The body with its relative times counted from 1970: `now` is 1970-01-01T00:00:00Z at any time. */
  typed: unknown;
  isRelative: boolean;
}

export const wantedOf = (request: Pick<Wanted, "kind" | "body" | "typed">): Wanted => {
  const { kind, body, typed } = request;
  const key = keyOf(kind, typed);
  return { ...request, key, isRelative: key !== keyOf(kind, body) };
};

/** An earlier request: its record, or the note of an earlier version without a record. */
export type SentBefore =
  | { entry: JournalEntry; noted?: undefined }
  | { entry?: undefined; noted: NotedMember };

export interface EarlierRequests {
  /** Returns the earlier request that asked for the same. `index`: of the feature in its file. */
  find: (wanted: Wanted, index: number) => SentBefore | undefined;
  /** Returns whether an earlier version sent another request for this feature of the same file. */
  isChanged: (wanted: Wanted, index: number) => boolean;
  /** Open records that cannot be read: each may be any request. */
  damaged: readonly DamagedRecord[];
}

/** `fileKey`: by which earlier versions identified the file. */
export async function readEarlierRequests(
  context: Pick<AppContext, "service" | "settings" | "profileName" | "directories">,
  kind: EndpointName,
  fileKey: string,
): Promise<EarlierRequests> {
  const { service, directories } = context;
  const account = accountOf(context, (await service.connect()).origin);
  const journal = await service.journal();
  const { entries } = await journal.list();
  const { damaged } = await journal.read({ newest: 0 });
  const noted = await notedMembers(join(directories.state, "batches", `${fileKey}.jsonl`));
  // The listing has the newer one of two records of the same time first.
  const ours = latestLast(
    entries.filter(({ record }) => record.kind === kind && isOf(record, account)).toReversed(),
  );
  const byKey = new Map(ours.flatMap((entry) => keysOf(entry.record).map((key) => [key, entry] as const)));
  const untimed = new Map<string, JournalEntry[]>();
  for (const entry of ours.filter(({ record }) => isOfEarlierVersion(record))) {
    const key = untimedKey(kind, entry.record.body);
    untimed.set(key, [...(untimed.get(key) ?? []), entry]);
  }
  const results = new Set(entries.map(({ record }) => record.resultId));
  const find: EarlierRequests["find"] = (wanted, index) => {
    const { key, body, isRelative } = wanted;
    const retimed = isRelative ? (untimed.get(untimedKey(kind, body)) ?? []) : [];
    const found = [
      ...retimed.filter(({ record }) => isSameTime(record, wanted)),
      byKey.get(keyOf(kind, body)),
      byKey.get(key),
    ];
    const latest = latestLast(found.filter((entry) => entry !== undefined)).at(-1);
    const note = noted.get(index);
    // A record has the request itself, so the record counts, and not the note about a place in the file.
    const isNoted = note !== undefined && (note.id === undefined || !results.has(note.id));
    if (isNoted && (latest === undefined || isUnsent(latest))) return { noted: note };
    return latest && { entry: latest };
  };
  return {
    find,
    isChanged: (wanted, index) => {
      const there = byKey.get(placeOf(fileKey, index));
      if (there === undefined || isUnsent(there) || !isOfEarlierVersion(there.record)) return false;
      return find(wanted, index) === undefined;
    },
    damaged: damaged.filter(({ isOpen }) => isOpen),
  };
}

/** It was refused, or never sent. */
export const isUnsent = ({ state }: JournalEntry): boolean => state === "refused" || state === "prepared";

/**
 * Sorts the latest attempt to the end. An attempt that may have been accepted follows every refused one, whatever their
 * times: the clock of this machine may have been set back between them.
 */
const latestLast = (entries: readonly JournalEntry[]): JournalEntry[] =>
  entries.toSorted(
    (a, b) => Number(isUnsent(b)) - Number(isUnsent(a)) || a.record.preparedAt - b.record.preparedAt,
  );

const WINDOW = ["windowOpen", "windowClose"] as const;
const SPAN = ["repeatStart", "repeatEnd", "repetitionEnd"] as const;

const digest = (...parts: readonly unknown[]): string =>
  createHash("sha256").update(canonicalJson(parts)).digest("hex").slice(0, 32);

/** Returns the key of a request: a hash of what it asks for. Two spellings of a moment are equal. */
const keyOf = (kind: EndpointName, body: unknown): string =>
  digest(untimedKey(kind, body), timesOf(interfaceBody(kind, body)));

const untimedKey = (kind: EndpointName, body: unknown): string =>
  digest(kind, withoutTimes(interfaceBody(kind, body)));

/** Returns what a request asks for, except its times. An id and a box of a feature belong to its file. */
function withoutTimes(body: unknown): unknown {
  const { id: _id, bbox: _box, preApproval: _outside, properties, ...rest } = objectOf(body);
  const { preApproval: _inside, repetitionProperties: span, ...others } = objectOf(properties);
  return withoutSignatures({
    ...rest,
    properties: without(others, WINDOW),
    ...(span !== undefined && { span: without(objectOf(span), SPAN) }),
  });
}

const without = (from: Readonly<Record<string, unknown>>, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));

/** Returns the times of a body in milliseconds; another value stays as it is. */
function timesOf(body: unknown): unknown[] {
  const properties = objectOf(objectOf(body)["properties"]);
  const span = objectOf(properties["repetitionProperties"]);
  return [...WINDOW.map((name) => properties[name]), ...SPAN.map((name) => span[name])].map(
    (time) => msOf(time) ?? time,
  );
}

/** Returns the end of the window or of the series in milliseconds; undefined without one. */
export function endOf(body: unknown): number | undefined {
  const [, close, , ...ends] = timesOf(body);
  return [close, ...ends].find((time) => typeof time === "number");
}

/** Returns the keys of a recorded request: as it was typed, as far as the record has it, and as it was sent. */
const keysOf = ({ kind, body, details }: IntentRecord): string[] => [
  ...(details?.batch?.split(" ") ?? []),
  keyOf(kind, body),
];

/**
 * Returns the text by which a record is found: its place in the file, by which earlier versions find it, and the request as
 * it was typed.
 */
export const batchOf = ({ key }: Wanted, fileKey: string, index: number): string =>
  `${placeOf(fileKey, index)} ${key}`;

const placeOf = (fileKey: string, index: number): string => `${fileKey}/${index}`;

/** Records of earlier versions have a place, and not the request as it was typed. */
const isOfEarlierVersion = ({ details }: IntentRecord): boolean =>
  details?.batch?.split(" ").every((word) => word.includes("/")) === true;

/** A run computes its times when it begins, and sends its last request later. */
const LONGEST_RUN_MS = 3_600_000;

/**
 * Returns whether a record of an earlier version, which does not have the times as typed, was probably sent with the same
 * ones: at the same distance from the time at which it was sent.
 */
function isSameTime(
  { preparedAt, skewMs = 0, body: recorded }: IntentRecord,
  { kind, body, typed }: Wanted,
): boolean {
  const [sent, words, found] = [body, typed, recorded].map((one) => timesOf(interfaceBody(kind, one))) as [
    unknown[],
    unknown[],
    unknown[],
  ];
  return found.every((time, at) => {
    const word = words[at];
    if (word === sent[at]) return time === word;
    return [preparedAt, preparedAt + skewMs].some(
      (fromMs) => Math.abs(Number(time) - fromMs - Number(word)) <= LONGEST_RUN_MS,
    );
  });
}
