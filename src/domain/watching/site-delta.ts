/**
 * Decides what is new over a site: a pure function of its memory and the pages of one look. The set of ids decides, never a
 * date, so that a scene that enters the catalog late is found. Ids are compared in their canonical form, like those of orders.
 */
import type { StacItem } from "../../contract/read-items.ts";
import { DAY_MS } from "../../time/civil.ts";
import { formatTimestamp, parseTimestamp } from "../../time/timestamp.ts";
import { toIdKey } from "../../contract/id-key.ts";
import type { Beginning, FoundMemory } from "./find-memory.ts";
import type { LookKind, SiteMemory, WaitingItem } from "./watch-state.ts";

/** A weekly job that starts a little earlier than the last one still makes a full look. */
const FULL_EVERY_MS = 6.5 * DAY_MS;

export interface Look {
  kind: LookKind;
  /** Lower bound of the acquisition time; undefined for a full look. */
  fromMs?: number | undefined;
}

/** Returns the next look at a site. The first one, and one a week, is full. */
export function nextLook(
  previous: SiteMemory | undefined,
  {
    nowMs,
    lookBackMs,
    isFull,
    sinceMs = 0,
  }: { nowMs: number; lookBackMs: number; isFull: boolean; sinceMs?: number | undefined },
): Look {
  if (isFull || previous === undefined) return { kind: "full" };
  const age = nowMs - parseTimeMs(previous.fullAt);
  if (!(age >= 0 && age < FULL_EVERY_MS)) return { kind: "full" };
  // An undelivered item is requested again, however old it is.
  const times = previous.waiting.map(({ time = "" }) => parseTimeMs(time));
  if (times.some(Number.isNaN)) return { kind: "full" };
  return { kind: "recent", fromMs: Math.min(nowMs - Math.max(lookBackMs, sinceMs), ...times) };
}

const parseTimeMs = (time: string): number => {
  const read = parseTimestamp(time);
  return read.ok ? read.ms : Number.NaN;
};

export type NamedItem = StacItem & { id: string };

const hasId = (item: StacItem): item is NamedItem => item.id !== undefined;

const readTimeMs = ({ properties }: StacItem): number =>
  typeof properties?.["datetime"] === "string" ? parseTimeMs(properties["datetime"]) : Number.NaN;

export interface LookResult {
  atMs: number;
  /** False if the service did not list everything. */
  isComplete: boolean;
  /** Ids that were reported, and whose delivery failed or has to wait. */
  undelivered: ReadonlySet<string>;
}

/** One look at a site. Pages may come in any order and repeat items. */
export class SiteDelta {
  readonly #previous: SiteMemory | undefined;
  readonly #beginning: Beginning | undefined;
  /** Canonical ids. */
  readonly #seen: ReadonlySet<string>;
  /** Canonical ids that were reported; undefined if that is not known. */
  readonly #reported: ReadonlySet<string> | undefined;
  /** By canonical id. */
  readonly #waiting: ReadonlyMap<string, WaitingItem>;
  /**
   * Items of this look that were not seen before, by canonical id. `isReported` is false for those that a first look only
   * notes.
   */
  readonly #found = new Map<string, WaitingItem & { isReported: boolean }>();

  /**
   * `sinceMs`: items from then on are reported, unless they were before; a first look notes the others. Without a memory the look is the
   * first one.
   */
  constructor(
    { memory, beginning, reported }: FoundMemory,
    private readonly look: Look,
    private readonly first: { atMs: number; sinceMs?: number | undefined },
  ) {
    this.#previous = memory;
    this.#beginning = beginning;
    const known = memory ?? beginning;
    this.#seen = new Set(known?.seen.map(toIdKey));
    this.#reported = reported;
    this.#waiting = new Map(known?.waiting.map((item) => [toIdKey(item.id), item]));
  }

  /** Number of items that a first look noted without a report. */
  get noted(): number {
    return [...this.#found.values()].filter(({ isReported }) => !isReported).length;
  }

  /** Returns the items of a page to report. An item without an id cannot be recognised, and is never new. */
  take(page: readonly StacItem[]): NamedItem[] {
    return page.filter(hasId).filter((item) => {
      const { id } = item;
      const name = toIdKey(id);
      const ms = readTimeMs(item);
      if (this.#found.has(name) || (this.#seen.has(name) && !this.#isOnlyNoted(name, ms))) return false;
      const isReported = this.#isReported(name, ms);
      this.#found.set(name, {
        id,
        firstSeen: this.#waiting.get(name)?.firstSeen ?? formatTimestamp(this.first.atMs),
        ...(!Number.isNaN(ms) && { time: formatTimestamp(ms) }),
        isReported,
      });
      return isReported;
    });
  }

  /** Returns whether an item was noted as known, and `--since` asks for it. */
  #isOnlyNoted(name: string, ms: number): boolean {
    const { sinceMs = Infinity } = this.first;
    return this.#reported !== undefined && !this.#reported.has(name) && ms >= sinceMs;
  }

  #isReported(name: string, ms: number): boolean {
    if (this.#previous !== undefined) return true;
    const { sinceMs = Infinity } = this.first;
    const beginning = this.#beginning;
    if (beginning === undefined) return ms >= sinceMs;
    // An unknown time may be after the last run.
    return this.#waiting.has(name) || !(ms < Math.min(beginning.sinceMs, sinceMs));
  }

  /** Returns the time at which an item was first reported. */
  getFirstSeen(id: string): string {
    return this.#found.get(toIdKey(id))?.firstSeen ?? formatTimestamp(this.first.atMs);
  }

  /** Returns the memory after the report; undefined after an incomplete first look, which has to be repeated. */
  next(
    { key, purpose }: Pick<SiteMemory, "key" | "purpose">,
    { atMs, isComplete, undelivered }: LookResult,
  ): SiteMemory | undefined {
    const previous = this.#previous;
    const { look } = this;
    if (previous === undefined && !isComplete) return undefined;
    const found = [...this.#found.values()];
    const at = formatTimestamp(atMs);
    const known = previous ?? this.#beginning;
    const delivered = found.filter(({ id }) => !undelivered.has(id));
    const reported = known === undefined ? [] : known.reported;
    const missing = isComplete
      ? []
      : [...this.#waiting].flatMap(([name, item]) => (this.#found.has(name) ? [] : item));
    return {
      key,
      purpose,
      lookedAt: isComplete ? at : (previous?.lookedAt ?? at),
      look: look.kind,
      fullAt: look.kind === "full" && isComplete ? at : (previous?.fullAt ?? at),
      seen: [
        // An item that was only noted may be among those found.
        ...(known?.seen ?? []).filter((id) => !this.#found.has(toIdKey(id))),
        ...delivered.map(({ id }) => id),
      ],
      ...(reported && {
        reported: [...reported, ...delivered.filter(({ isReported }) => isReported).map(({ id }) => id)],
      }),
      waiting: [
        ...missing,
        ...found
          .filter(({ id }) => undelivered.has(id))
          .map(({ id, firstSeen, time }) => ({ id, firstSeen, ...(time !== undefined && { time }) })),
      ],
    };
  }
}
