/**
 * Finds the earlier request that asked for the same: the same geometry and properties, whatever file they came from and
 * wherever they were in it. A pre-approval does not make another request: it would buy the same image a second time.
 */
import { createHash } from "node:crypto";
import { readTimestampMs } from "../../contract/body-values.ts";
import type { EndpointName } from "../../contract/endpoints.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { toCanonicalJson } from "../../domain/canonical-json.ts";
import { toRequestFeature } from "../../domain/tasking/map-feature.ts";
import { toInterfaceBody } from "../../domain/interface-form.ts";
import type { DamagedRecord, JournalEntry } from "../../money/journal.ts";
import { type IntentRecord, removeSignatures } from "../../money/record.ts";
import { readAccount, isOfAccount } from "../../money/book.ts";
import { isUnsent, readEntries } from "../../money/history.ts";
import type { AppContext } from "../context.ts";

/** A request to find. */
export interface Wanted {
  /** Equal for requests that ask for the same. Relative times count as typed: `now` is equal to a later `now`. */
  key: string;
  /** The key with the times that are sent. */
  sentKey: string;
  isRelative: boolean;
}

/** `typed` is the body with its relative times counted from 1970: `now` is 1970-01-01T00:00:00Z at any time. */
export function toWanted(kind: EndpointName, body: unknown, typed: unknown): Wanted {
  const [key, sentKey] = [makeKey(kind, typed), makeKey(kind, body)];
  return { key, sentKey, isRelative: key !== sentKey };
}

export interface EarlierRequests {
  /** Returns the latest request that asked for the same. */
  find: (wanted: Wanted) => JournalEntry | undefined;
  /** Open records that cannot be read: each may be any request. */
  damaged: readonly DamagedRecord[];
}

export async function readEarlierRequests(context: AppContext, kind: EndpointName): Promise<EarlierRequests> {
  const { service } = context;
  const account = readAccount(context, (await service.connect()).origin);
  const { entries, damaged } = await readEntries(
    context,
    (record) => record.kind === kind && isOfAccount(record, account),
  );
  // The newer one of two records of the same time comes first.
  const ours = sortLatestLast(entries.toReversed());
  const byKey = new Map(ours.flatMap((entry) => readKeys(entry.record).map((key) => [key, entry] as const)));
  return {
    find: ({ key, sentKey }) => {
      const found = [byKey.get(sentKey), byKey.get(key)];
      return sortLatestLast(found.filter((entry) => entry !== undefined)).at(-1);
    },
    damaged: damaged.filter(({ isOpen }) => isOpen),
  };
}

/**
 * Sorts the latest attempt to the end. An attempt that may have been accepted follows every refused one, whatever their
 * times: the clock of this machine may have been set back between them.
 */
const sortLatestLast = (entries: readonly JournalEntry[]): JournalEntry[] =>
  entries.toSorted(
    (a, b) => Number(isUnsent(b)) - Number(isUnsent(a)) || a.record.preparedAt - b.record.preparedAt,
  );

const WINDOW = ["windowOpen", "windowClose"] as const;
const SPAN = ["repeatStart", "repeatEnd", "repetitionEnd"] as const;

const digest = (...parts: readonly unknown[]): string =>
  createHash("sha256").update(toCanonicalJson(parts)).digest("hex").slice(0, 32);

/** Returns the key of a request: a hash of what it asks for. Two spellings of a moment are equal. */
function makeKey(kind: EndpointName, body: unknown): string {
  // Attributes of other programs are not sent, and do not count in a record that has them.
  const { feature: own } = toRequestFeature(toJsonObject(toInterfaceBody(kind, body)), "");
  return digest(digest(kind, dropTimes(own)), readTimes(own));
}

/** Returns what a request asks for, except its times. An id and a box of a feature belong to its file. */
function dropTimes(body: unknown): unknown {
  const { id: _id, bbox: _box, preApproval: _outside, properties, ...rest } = toJsonObject(body);
  const { preApproval: _inside, repetitionProperties: span, ...others } = toJsonObject(properties);
  return removeSignatures({
    ...rest,
    properties: dropMember(others, WINDOW),
    ...(span !== undefined && { span: dropMember(toJsonObject(span), SPAN) }),
  });
}

const dropMember = (from: Readonly<Record<string, unknown>>, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));

/** Returns the times of a body in milliseconds; another value stays as it is. */
function readTimes(body: unknown): unknown[] {
  const properties = toJsonObject(toJsonObject(body)["properties"]);
  const span = toJsonObject(properties["repetitionProperties"]);
  return [...WINDOW.map((name) => properties[name]), ...SPAN.map((name) => span[name])].map(
    (time) => readTimestampMs(time) ?? time,
  );
}

/** Returns the end of the window or of the series in milliseconds; undefined without one. */
export function endOf(body: unknown): number | undefined {
  const [, close, , ...ends] = readTimes(body);
  return [close, ...ends].find((time) => typeof time === "number");
}

/** Returns the keys of a recorded request: one of the sent body, and for `--each` one of the typed body. */
const readKeys = ({ kind, body, details }: IntentRecord): string[] => [
  ...(details?.batch?.split(" ") ?? []),
  makeKey(kind, body),
];
