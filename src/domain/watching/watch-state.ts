/** The state of a watch: the items of each site that were reported, by their exact ids. */
import { isJsonObject, jsonIn } from "../../contract/json-object.ts";

export interface WatchState {
  /** The service whose ids these are; undefined if only export files were read. */
  origin?: string | undefined;
  /** By name. */
  sites: ReadonlyMap<string, SiteState>;
  /** Orders that may have been sent: noted before each one, removed once its outcome is known. */
  ordering: readonly Ordering[];
}

export interface SiteState {
  /** Equal for the same geometry, filters and source. */
  key: string;
  /** Time of the latest look at the site. */
  lookedAt: string;
  look: LookKind;
  /** Time of the latest full look that was complete. */
  fullAt: string;
  /** Ids that need no further report. */
  seen: readonly string[];
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

/** Returns the text of a state file: a line for each site. */
export function writeState({ origin, ordering, sites }: WatchState): string {
  const head = JSON.stringify({ version: VERSION, origin, ordering });
  const lines = Array.from(sites, ([name, site]) => JSON.stringify({ name, ...site }));
  return `${head.slice(0, -1)},"sites":[\n${lines.join(",\n")}\n]}\n`;
}

export type StateReading = { state: WatchState } | { problem: string };

/** Reads the text of a state file, or returns why it is not one, as the end of a sentence. */
export function readState(text: string): StateReading {
  const value = jsonIn(text);
  if (!isJsonObject(value) || typeof value["version"] !== "number")
    return { problem: "is damaged, or not the state of a watch" };
  const { version, origin, ordering = [], sites } = value;
  if (version > VERSION) return { problem: `was written by a newer version of swath (format ${version})` };
  const isSound =
    (origin === undefined || typeof origin === "string") &&
    Array.isArray(ordering) &&
    ordering.every(isOrdering) &&
    Array.isArray(sites) &&
    sites.every(isNamedSite);
  if (!isSound) return { problem: "is damaged" };
  return {
    state: { origin, ordering, sites: new Map(sites.map(({ name, ...site }) => [name, site])) },
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

const isNamedSite = (value: unknown): value is SiteState & { name: string } =>
  isJsonObject(value) &&
  [value["name"], value["key"], value["lookedAt"], value["fullAt"]].every((one) => typeof one === "string") &&
  (value["look"] === "full" || value["look"] === "recent") &&
  isTexts(value["seen"]) &&
  Array.isArray(value["waiting"]) &&
  value["waiting"].every(isWaiting);
