/** Finds the memory of a site for some filters and a purpose, or the beginning of a new one. */
import { DAY_MS } from "../../time/civil.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { toIdKey } from "../../contract/id-key.ts";
import { PURPOSES, type Purpose, type SiteMemory } from "./watch-state.ts";

/** The beginning of a memory for other filters or another geometry. */
export interface Beginning {
  /** Ids that were reported or noted with other filters. */
  seen: readonly string[];
  /** Those that were reported; undefined if that is not known. */
  reported: readonly string[] | undefined;
  /** Items that were reported with other filters, and not delivered. */
  waiting: SiteMemory["waiting"];
  /** Items acquired from then on are reported. */
  sinceMs: number;
}

/** `memory`: continued. Neither one for a site that was never looked at. */
export interface FoundMemory {
  memory?: SiteMemory;
  beginning?: Beginning;
  /** Canonical ids that this purpose, or the continued memory, has reported; absent if that is not known. */
  reported?: ReadonlySet<string> | undefined;
}

/** A scene usually enters the catalog within this time of its acquisition: the last run may not have seen it. */
const ENTERS_WITHIN_MS = DAY_MS;

/**
 * Returns the memory of these filters and this purpose. A new purpose continues from the strongest memory of the same filters. Other
 * filters begin at the last run: items that it could not see are reported, and nothing older. A purpose that has memories of other filters
 * does not continue from a weaker purpose: items that a person saw by hand would otherwise be old to the job that orders them.
 */
export function findMemory(
  memories: readonly SiteMemory[],
  { key, purpose }: { key: string; purpose: Purpose },
): FoundMemory {
  const sameFilters = memories.filter((memory) => memory.key === key);
  const samePurpose = memories.filter((memory) => memory.purpose === purpose);
  const sources = sameFilters.filter(
    (memory) => samePurpose.length === 0 || rankOf(memory) <= rankOf({ purpose }),
  );
  const own = sameFilters.find((memory) => memory.purpose === purpose) ?? filterStrongest(sources)[0];
  if (own !== undefined) return { memory: { ...own, purpose }, reported: toReported([own, ...samePurpose]) };
  const last = samePurpose.length > 0 ? samePurpose : filterStrongest(memories);
  if (last.length === 0) return {};
  const seen = last.flatMap((memory) => memory.seen);
  const isSeen = new Set(seen.map(toIdKey));
  const reported = toReported(last);
  return {
    reported,
    beginning: {
      seen,
      reported: reported && [...reported],
      waiting: last.flatMap(({ waiting }) => waiting.filter(({ id }) => !isSeen.has(toIdKey(id)))),
      sinceMs: Math.max(...last.map(({ lookedAt }) => toMsOrPast(lookedAt))) - ENTERS_WITHIN_MS,
    },
  };
}

/** Returns the canonical ids that the memories have reported; undefined if one does not tell. */
function toReported(memories: readonly SiteMemory[]): Set<string> | undefined {
  if (memories.some(({ reported }) => reported === undefined)) return undefined;
  return new Set(memories.flatMap(({ reported = [] }) => reported.map(toIdKey)));
}

/** Lower for a stronger purpose. */
const rankOf = ({ purpose }: Pick<SiteMemory, "purpose">): number => PURPOSES.indexOf(purpose);

/** Returns the memories of the strongest purpose among them. */
function filterStrongest(memories: readonly SiteMemory[]): SiteMemory[] {
  const most = PURPOSES.find((purpose) => memories.some((memory) => memory.purpose === purpose));
  return memories.filter(({ purpose }) => purpose === most);
}

/** An unreadable time reports everything. */
const toMsOrPast = (time: string): number => {
  const read = parseTimestamp(time);
  return read.ok ? read.ms : -Infinity;
};

/** Maximum number of memories of a site: a script may use other filters each time. */
const MAX_MEMORIES = 16;

/** Returns the memories with this one, and without the one that was not used for longest if there are too many. */
export function withMemory(memories: readonly SiteMemory[], next: SiteMemory): SiteMemory[] {
  const others = memories.filter(({ key, purpose }) => key !== next.key || purpose !== next.purpose);
  const kept = others
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.lookedAt.localeCompare(a.lookedAt, "en"))
    .slice(0, MAX_MEMORIES - 1);
  return [...kept, next];
}
