/**
 * The state of a watch: the items of each site that were reported, by their ids. A site has a memory for each set of filters and
 * each purpose. A look by hand with other filters, or without `--order`, has its own memory: it takes no news from
 * the job that orders. With one memory for all runs, a scene that a person has seen would never be ordered.
 */
import { isJsonObject, tryParseJson } from "../../contract/json-object.ts";

export interface WatchState {
  /** The service whose ids these are; undefined if only export files were read. */
  origin?: string | undefined;
  /** The memories of each site, by its name. */
  sites: ReadonlyMap<string, readonly SiteMemory[]>;
  /** Orders that may have been sent: noted before each one, removed once its outcome is known. */
  ordering: readonly Ordering[];
}

/** The use that a run makes of new scenes. The strongest first: a new memory continues from the strongest one. */
export const PURPOSES = ["order", "exec", "report"] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface SiteMemory {
  /** Equal for the same geometry, filters and source. */
  key: string;
  purpose: Purpose;
  /** Time of the latest look that was complete. */
  lookedAt: string;
  look: LookKind;
  /** Time of the latest full look that was complete. */
  fullAt: string;
  /** Ids that need no further report, except with `--since`. */
  seen: readonly string[];
  /** Those of `seen` that were reported; a look noted the others as known. Absent if an earlier version wrote the memory. */
  reported?: readonly string[] | undefined;
  /** Items that were reported, but not delivered: they are new again. */
  waiting: readonly WaitingItem[];
}

/** A recent look has a lower bound of the acquisition time; a full look finds what entered the catalog late. */
export type LookKind = "full" | "recent";

export interface WaitingItem {
  id: string;
  firstSeen: string;
  /** Acquisition time, if the item has a readable one. */
  time?: string | undefined;
}

export interface Ordering {
  /** Item ids. */
  items: readonly string[];
  /** Id of the journal that records the order. */
  journal: string;
}

export const NO_STATE: WatchState = { sites: new Map(), ordering: [] };

const VERSION = 1;

/** Returns the text of a state file: a line for each memory. */
export function writeState({ origin, ordering, sites }: WatchState): string {
  const head = JSON.stringify({ version: VERSION, origin, ordering });
  const lines = [...sites].flatMap(([name, memories]) =>
    memories.map((memory) => JSON.stringify({ name, ...memory })),
  );
  return `${head.slice(0, -1)},"sites":[\n${lines.join(",\n")}\n]}\n`;
}

export type StateReading = { state: WatchState } | { problem: string };

/** Reads the text of a state file, or returns why it is not one, as the end of a sentence. */
export function readState(text: string): StateReading {
  const value = tryParseJson(text);
  if (!isJsonObject(value) || typeof value["version"] !== "number")
    return { problem: "is damaged, or not the state of a watch" };
  const { version, origin, ordering, sites } = value;
  if (version > VERSION) return { problem: `was written by a newer version of swath (format ${version})` };
  const isSound =
    version === VERSION &&
    (origin === undefined || typeof origin === "string") &&
    Array.isArray(ordering) &&
    ordering.every(isOrdering) &&
    Array.isArray(sites) &&
    sites.every(isNamedMemory);
  if (!isSound) return { problem: "is damaged" };
  const byName = Map.groupBy(sites, ({ name }) => name);
  return {
    state: {
      origin,
      ordering,
      sites: new Map(
        Array.from(byName, ([name, memories]) => [
          name,
          memories.map(({ name: _name, ...memory }) => memory),
        ]),
      ),
    },
  };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

const isOrdering = (value: unknown): value is Ordering =>
  isJsonObject(value) && isTexts(value["items"]) && typeof value["journal"] === "string";

const isWaiting = (value: unknown): value is WaitingItem =>
  isJsonObject(value) &&
  typeof value["id"] === "string" &&
  typeof value["firstSeen"] === "string" &&
  (value["time"] === undefined || typeof value["time"] === "string");

type NamedMemory = SiteMemory & { name: string };

const isNamedMemory = (value: unknown): value is NamedMemory =>
  isJsonObject(value) &&
  [value["name"], value["key"], value["lookedAt"], value["fullAt"]].every((one) => typeof one === "string") &&
  PURPOSES.some((purpose) => purpose === value["purpose"]) &&
  (value["look"] === "full" || value["look"] === "recent") &&
  isTexts(value["seen"]) &&
  (value["reported"] === undefined || isTexts(value["reported"])) &&
  Array.isArray(value["waiting"]) &&
  value["waiting"].every(isWaiting);
