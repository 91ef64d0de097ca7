/**
 * Decides what is new over a site: a pure function of its state and the pages of one look. The set of ids decides, never a
 * date, so that a scene that enters the catalog late is found.
 */
import type { StacItem } from "../../contract/read-items.ts";
import { DAY_MS } from "../../time/civil.ts";
import { formatTimestamp, parseTimestamp } from "../../time/timestamp.ts";
import type { LookKind, SiteState, WaitingItem } from "./watch-state.ts";

/** A weekly job that starts a little earlier than the last one still makes a full look. */
const FULL_EVERY_MS = 6.5 * DAY_MS;

export interface Look {
  kind: LookKind;
  /** Lower bound of the acquisition time; undefined for a full look. */
  fromMs?: number | undefined;
}

/** Returns the next look at a site. The first one, and one a week, is full. */
export function nextLook(
  previous: SiteState | undefined,
  { nowMs, lookBackMs, isFull }: { nowMs: number; lookBackMs: number; isFull: boolean },
): Look {
  if (isFull || previous === undefined) return { kind: "full" };
  const age = nowMs - msOf(previous.fullAt);
  if (!(age >= 0 && age < FULL_EVERY_MS)) return { kind: "full" };
  // An undelivered item is requested again, however old it is.
  const times = previous.waiting.map(({ time = "" }) => msOf(time));
  if (times.some(Number.isNaN)) return { kind: "full" };
  return { kind: "recent", fromMs: Math.min(nowMs - lookBackMs, ...times) };
}

const msOf = (time: string): number => {
  const read = parseTimestamp(time);
  return read.ok ? read.ms : Number.NaN;
};

export type NamedItem = StacItem & { id: string };

const hasId = (item: StacItem): item is NamedItem => item.id !== undefined;

const timeOf = ({ properties }: StacItem): number =>
  typeof properties?.["datetime"] === "string" ? msOf(properties["datetime"]) : Number.NaN;

export interface LookResult {
  atMs: number;
  /** False if the service did not list everything. */
  isComplete: boolean;
  /** Ids that were reported, and whose delivery failed or has to wait. */
  undelivered: ReadonlySet<string>;
}

/** One look at a site. Pages may come in any order and repeat items. */
export class SiteDelta {
  readonly #seen: Set<string>;
  readonly #waiting: ReadonlyMap<string, WaitingItem>;
  /** Items of this look that were not seen before; the value is false for those that a first look only notes. */
  readonly #found = new Map<string, WaitingItem & { isReported: boolean }>();

  /** `sinceMs`: a first look reports items from then on, and notes the others. Without a state the look is the first one. */
  constructor(
    private readonly previous: SiteState | undefined,
    private readonly look: Look,
    private readonly first: { atMs: number; sinceMs?: number | undefined },
  ) {
    this.#seen = new Set(previous?.seen);
    this.#waiting = new Map(previous?.waiting.map((item) => [item.id, item]));
  }

  /** Number of items that a first look noted without a report. */
  get noted(): number {
    return [...this.#found.values()].filter(({ isReported }) => !isReported).length;
  }

  /** Returns the items of a page to report. An item without an id cannot be recognised, and is never new. */
  take(page: readonly StacItem[]): NamedItem[] {
    return page.filter(hasId).filter((item) => {
      const { id } = item;
      if (this.#seen.has(id) || this.#found.has(id)) return false;
      const ms = timeOf(item);
      const isReported = this.previous !== undefined || ms >= (this.first.sinceMs ?? Infinity);
      this.#found.set(id, {
        id,
        firstSeen: this.#waiting.get(id)?.firstSeen ?? formatTimestamp(this.first.atMs),
        ...(!Number.isNaN(ms) && { time: formatTimestamp(ms) }),
        isReported,
      });
      return isReported;
    });
  }

  /** Returns the time at which an item was first reported. */
  firstSeen(id: string): string {
    return this.#found.get(id)?.firstSeen ?? formatTimestamp(this.first.atMs);
  }

  /** Returns the state after the report; undefined after an incomplete first look, which has to be repeated. */
  next(key: string, { atMs, isComplete, undelivered }: LookResult): SiteState | undefined {
    const { previous, look } = this;
    if (previous === undefined && !isComplete) return undefined;
    const found = [...this.#found.values()];
    const at = formatTimestamp(atMs);
    const missing = isComplete ? [] : [...this.#waiting.values()].filter(({ id }) => !this.#found.has(id));
    return {
      key,
      lookedAt: at,
      look: look.kind,
      fullAt: look.kind === "full" && isComplete ? at : (previous?.fullAt ?? at),
      seen: [...this.#seen, ...found.filter(({ id }) => !undelivered.has(id)).map(({ id }) => id)],
      waiting: [
        ...missing,
        ...found
          .filter(({ id }) => undelivered.has(id))
          .map(({ id, firstSeen, time }) => ({ id, firstSeen, ...(time !== undefined && { time }) })),
      ],
    };
  }
}
