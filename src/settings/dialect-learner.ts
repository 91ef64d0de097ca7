/** The dialect of a run with the origin of each value. It changes while the run learns from the service. */
import {
  completeDialect,
  DEFAULT_DIALECT,
  DIALECT_KEYS,
  findExpectedValues,
  type Dialect,
  type DialectKey,
} from "../contract/dialect.ts";
import type { ShownReply } from "../contract/shown-forms.ts";

/** From the weakest to the strongest. "interface": the value that the interface specifies. */
export type DialectOrigin = "interface" | "learned" | "profile" | "environment" | "flag";

/** The values of a dialect by their origin. */
export type DialectLayers = Readonly<Partial<Record<Exclude<DialectOrigin, "interface">, Partial<Dialect>>>>;

const ORIGINS = ["learned", "profile", "environment", "flag"] as const;

const KEYS = Object.keys(DIALECT_KEYS) as DialectKey[];

/** Returns how a service shows the value of a key. */
const findShownBy = (key: DialectKey): ((shown: ShownReply) => unknown) | "attempt" | undefined => {
  const entry: { summary: string; shownBy?: ((shown: ShownReply) => unknown) | "attempt" } =
    DIALECT_KEYS[key];
  return entry.shownBy;
};

/**
 * Learns the forms of a service. A value that a person set stays. Within a run the first response that shows a value counts: an
 * archive of two operators does not change the requests of one run.
 */
export class DialectLearner {
  /** One object for the whole run, which every request reads when it is built. */
  readonly dialect: Dialect;
  readonly #values: Record<string, unknown>;
  readonly #origins = new Map<DialectKey, DialectOrigin>();
  readonly #shown = new Map<DialectKey, unknown>();
  readonly #news = new Set<DialectKey>();

  constructor(layers: DialectLayers = {}) {
    const values = { ...completeDialect({}) };
    this.dialect = values;
    this.#values = values;
    for (const origin of ORIGINS) this.set(layers[origin] ?? {}, origin);
  }

  /** Sets values of a stronger origin, such as those of a file that the run imports. */
  set(values: Partial<Dialect>, origin: Exclude<DialectOrigin, "interface">): void {
    for (const key of Object.keys(values) as DialectKey[]) {
      if (ORIGINS.indexOf(origin) < this.#rankOf(key)) continue;
      this.#values[key] = values[key];
      this.#origins.set(key, origin);
    }
    const isSchemeSet = this.#origins.has("auth.scheme");
    if (!isSchemeSet)
      this.#values["auth.scheme"] = completeDialect({ "auth.header": this.dialect["auth.header"] })[
        "auth.scheme"
      ];
  }

  #rankOf(key: DialectKey): number {
    return (ORIGINS as readonly string[]).indexOf(this.getOrigin(key));
  }

  getOrigin(key: DialectKey): DialectOrigin {
    return this.#origins.get(key) ?? "interface";
  }

  /** Returns the value that the service has shown in this run, even if a person set another one. */
  getShownValue(key: DialectKey): unknown {
    return this.#shown.get(key);
  }

  /** Returns whether the value was learned in this run, so that earlier requests of the run had another one. */
  isNew(key: DialectKey): boolean {
    return this.#news.has(key);
  }

  /** Learns from a successful response. */
  see(shown: ShownReply): void {
    for (const key of KEYS) {
      const shownBy = findShownBy(key);
      if (typeof shownBy !== "function" || this.#shown.has(key)) continue;
      const value = shownBy(shown);
      if (value !== undefined) this.learn(key, value);
    }
  }

  /** Learns a value that a response shows, or that worked in an attempt. */
  learn(key: DialectKey, value: unknown): void {
    if (findShownBy(key) === undefined || findExpectedValues(key, value) !== undefined) return;
    const origin = this.getOrigin(key);
    // Both spellings are sent until one of them is known.
    if (value !== "both") this.#shown.set(key, value);
    else if (origin !== "interface") return;
    if ((origin !== "interface" && origin !== "learned") || this.dialect[key] === value) return;
    this.#values[key] = value;
    if (value === DEFAULT_DIALECT[key]) this.#origins.delete(key);
    else this.#origins.set(key, "learned");
    this.#news.add(key);
  }

  /** Returns the keys whose values differ from the interface's, with their origins. */
  listDifferences(): { key: DialectKey; value: unknown; origin: DialectOrigin }[] {
    return KEYS.filter((key) => this.dialect[key] !== DEFAULT_DIALECT[key]).map((key) => ({
      key,
      value: this.dialect[key],
      origin: this.getOrigin(key),
    }));
  }

  /** Returns what was learned since the last call, once. */
  takeNews(): { key: DialectKey; value: unknown }[] {
    const news = [...this.#news].map((key) => ({ key, value: this.dialect[key] }));
    this.#news.clear();
    return news;
  }
}
