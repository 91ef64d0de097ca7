/**
 * Corrects a given body by the table of its fields: a field at another place, or in another spelling, moves to its own
 * place with a warning. If its place has another value, both are refused: nothing says which one is meant.
 */
import { BODY_NAMES, ENVELOPE, TIME_NAMES, type NameTable } from "../contract/member-names.ts";
import type { BodyKind } from "../contract/body-kinds.ts";
import { formatPath, getPath, setPath, type PathKey } from "../contract/json-path.ts";
import { isJsonObject } from "../contract/json-object.ts";
import type { Fault } from "../errors.ts";
import { toUtcText } from "../time/interval.ts";
import { toCanonicalJson } from "./canonical-json.ts";
import { findClosest, fold } from "./closest.ts";

export interface CorrectedBody {
  body: Record<string, unknown>;
  warnings: Fault[];
  /** Fields with two different values. They stay as given. */
  faults: Fault[];
  /** Changes that keep the meaning. */
  notes: string[];
}

type Path = readonly PathKey[];

/** A field of the table. */
interface Place {
  level: string;
  name: string;
}

/** A field that is not at its place. */
interface Stray {
  typed: Path;
  place: Place;
  value: unknown;
}

/** Any shorter name is near to a field by chance. */
const MIN_NEAR = 6;

/** Names of the same field in another deployment, or in the body of another request. */
const OTHER_NAMES: Readonly<Record<string, string>> = { ascdsc: "ascDesc", filter: "query" };
/** Spellings that services use for a field of ours, besides that of the interface. */
const SERVICE_SPELLINGS: ReadonlySet<string> = new Set([
  "ascDsc",
  "repeatrequestName",
  "repeatrequestDescription",
]);
const LABEL = /^(?:tasking|repeat|retask)request(name|description)$/;

/** A record repeats some fields of its request in its order. */
const RECORD_ONLY: ReadonlySet<string> = new Set(["order"]);

// Spec silent: a field at another place than that of the tables. We move it with a warning, and refuse two different
// values.
/**
 * Returns a copy with each field of the table at its place. `accepted` has the paths that this deployment uses: a field
 * that is given there moves without a warning, since it is sent there.
 */
export function correctFields(
  kind: BodyKind,
  given: Readonly<Record<string, unknown>>,
  accepted: ReadonlySet<string> = new Set(),
): CorrectedBody {
  return new FieldCorrector(BODY_NAMES[kind], accepted).correct(given);
}

class FieldCorrector {
  readonly #table: NameTable;
  readonly #accepted: ReadonlySet<string>;
  /** The places of a name without case, `-` and `_`. */
  readonly #places = new Map<string, Place[]>();
  #body: Record<string, unknown> = {};
  #strays: Stray[] = [];
  readonly #found: Omit<CorrectedBody, "body"> = { warnings: [], faults: [], notes: [] };

  constructor(table: NameTable, accepted: ReadonlySet<string>) {
    this.#table = table;
    this.#accepted = accepted;
    for (const [level, names] of Object.entries(table))
      for (const name of names) {
        // A search has paths of records as names.
        for (const key of new Set([fold(name), fold(name.slice(name.lastIndexOf(".") + 1))]))
          this.#places.set(key, [...(this.#places.get(key) ?? []), { level, name }]);
      }
  }

  correct(given: Readonly<Record<string, unknown>>): CorrectedBody {
    this.#body = this.#visit(given, "", []);
    for (let next = this.#strays.shift(); next !== undefined; next = this.#strays.shift()) this.#move(next);
    return { body: this.#body, ...this.#found };
  }

  /** Returns the members at their place; the others become strays. */
  #visit(members: Readonly<Record<string, unknown>>, level: string, typed: Path): Record<string, unknown> {
    const kept: Record<string, unknown> = {};
    for (const [given, value] of Object.entries(members)) {
      const path = [...typed, given];
      const place = this.#findPlace(given, level, value);
      if (place === undefined) {
        kept[given] = value;
        this.#warnOfUnknown(given, level, path, value);
      } else if (place.level !== level || place.name !== given)
        this.#strays.push({ typed: path, place, value });
      else {
        const corrected = this.#correctMember(place, value, path);
        if (corrected !== undefined) kept[given] = corrected;
      }
    }
    return kept;
  }

  /** Returns the value of a field at its place, with its own members at theirs; undefined if they all belong elsewhere. */
  #correctMember({ level, name }: Place, value: unknown, typed: Path): unknown {
    const below = level === "" ? name : `${level}.${name}`;
    const own = this.#table[below];
    if (isJsonObject(value) && own !== undefined) {
      const members = this.#visit(value, below, typed);
      return own.length === 0 && Object.keys(members).length === 0 ? undefined : members;
    }
    const inElements = `${below}[]`;
    if (Array.isArray(value) && this.#table[inElements] !== undefined)
      return value.map((element: unknown, at) =>
        isJsonObject(element) ? this.correctElement(element, inElements, [...typed, at]) : element,
      );
    return TIME_NAMES.has(name) ? this.#toUtc(name, value) : value;
  }

  /** Returns an element with its names in the interface's spelling: nothing moves into or out of an element. */
  correctElement(
    members: Readonly<Record<string, unknown>>,
    level: string,
    typed: Path,
  ): Record<string, unknown> {
    const outer = this.#strays;
    this.#strays = [];
    const kept = this.#visit(members, level, typed);
    const strays = this.#strays;
    this.#strays = outer;
    for (const { typed: path, place, value } of strays) {
      const own = [...typed, place.name];
      const before = kept[place.name];
      if (place.level === level && before === undefined) {
        kept[place.name] = value;
        this.#warn(path, own, value);
      } else if (place.level === level && toCanonicalJson(before) === toCanonicalJson(value))
        this.#found.warnings.push(makeRepetitionWarning(path, own));
      else {
        kept[String(path.at(-1))] = value;
        if (place.level === level) this.#found.faults.push(makeConflictFault(path, value, own, before));
      }
    }
    return kept;
  }

  #toUtc(name: string, value: unknown): unknown {
    if (typeof value !== "string") return value;
    const time = toUtcText(value);
    if (time !== value) this.#found.notes.push(`${name}: ${value} was taken as ${time}`);
    return time;
  }

  /** Returns the place of a name: at this level if the table has it here. */
  #findPlace(given: string, level: string, value: unknown): Place | undefined {
    const own = this.#table[level]?.find((name) => name === given);
    if (own !== undefined) return { level, name: own };
    const folded = fold(given);
    if (ENVELOPE.has(folded) && this.#table[""]?.includes(folded)) return undefined;
    const places = this.#places.get(folded) ?? this.#places.get(fold(this.#findOtherName(folded))) ?? [];
    // Properties with a prefix are conditions of a catalog search.
    if (places.length === 0 && level === "" && given.includes(":") && this.#table["query"] !== undefined)
      return { level: "query", name: given };
    const here = places.find((place) => place.level === level);
    // An object of operators is a condition on a property, whatever its name.
    return here ?? (level === "query" && isJsonObject(value) ? undefined : places[0]);
  }

  #findOtherName(folded: string): string {
    const label = LABEL.exec(folded)?.[1];
    if (label === undefined) return OTHER_NAMES[folded] ?? "";
    return this.#places.keys().find((name) => LABEL.exec(name)?.[1] === label) ?? "";
  }

  #move({ typed, place, value }: Stray): void {
    const { level, name } = place;
    if (level.endsWith("[]")) {
      this.#keep(typed, value);
      this.#found.faults.push(makeElementFault(typed, value, place));
      return;
    }
    const path = [...(level === "" ? [] : splitLevel(level)), name];
    const before = getPath(this.#body, path);
    const isBelowValue = splitLevel(level).some((_key, at, keys) => {
      const outer = getPath(this.#body, keys.slice(0, at + 1));
      return outer !== undefined && !isJsonObject(outer);
    });
    if (isBelowValue) return this.#keep(typed, value);
    const corrected = this.#correctMember(place, value, typed);
    if (isJsonObject(before) && isJsonObject(corrected)) {
      // Both have members of one object: each member has its own place.
      for (const [member, inner] of Object.entries(corrected))
        this.#strays.push({
          typed: [...typed, member],
          place: { level: path.join("."), name: member },
          value: inner,
        });
    } else if (before === undefined) {
      if (corrected === undefined) return;
      this.#body = setPath(this.#body, path, corrected) as Record<string, unknown>;
      this.#warn(typed, path, value);
    } else if (toCanonicalJson(before) === toCanonicalJson(corrected))
      this.#found.warnings.push(makeRepetitionWarning(typed, path));
    else {
      this.#keep(typed, value);
      this.#found.faults.push(makeConflictFault(typed, value, path, before));
    }
  }

  /** Leaves a field as given, for a run without validation. */
  #keep(typed: Path, value: unknown): void {
    this.#body = setPath(this.#body, typed, value) as Record<string, unknown>;
  }

  #warn(typed: Path, path: Path, value: unknown): void {
    if (this.#accepted.has(formatPath(typed))) return;
    const given = String(typed.at(-1));
    // A record of the service may be the input.
    if (SERVICE_SPELLINGS.has(given) && isSameLevel(typed, path)) {
      this.#found.notes.push(`${given} is ${String(path.at(-1))} in the interface: both are read`);
      return;
    }
    this.#found.warnings.push(makeMoveWarning(typed, path, value));
  }

  /** Warns about a name that is almost that of a field, a field of another request, and fields below an unknown name. */
  #warnOfUnknown(given: string, level: string, typed: Path, value: unknown): void {
    // A query may name any field: those that look misspelt are found by the rules of the search.
    if (level === "query") return;
    const known = this.#table[level] ?? [];
    const path = formatPath(typed);
    const all = [...this.#places.values()].flat();
    const near =
      findClosest(given, known) ??
      findClosest(
        given,
        all.map(({ name }) => name),
      );
    const meant = near !== undefined && near.length >= MIN_NEAR ? near : undefined;
    const warn = (message: string, at = path): void =>
      void this.#found.warnings.push({
        code: "FIELD_TYPE_INVALID",
        path: at,
        rule: "a field of the interface",
        message,
      });
    const isEnvelope = ENVELOPE.has(given);
    if (meant !== undefined && !isEnvelope)
      return warn(`${given} is not a field of the interface and is sent as it is; did you mean ${meant}?`);
    if (!isEnvelope && isOfOtherRequest(given) && this.#table[""]?.includes("properties"))
      return warn(`${given} is a field of other requests, not of this one; it is sent as it is`);
    if (!isJsonObject(value) || RECORD_ONLY.has(given)) return;
    for (const inner of listFieldsBelow(value, this.#places, typed))
      warn(
        `${formatPath(inner)} is at a place that the interface does not have; it is sent as it is`,
        formatPath(inner),
      );
  }
}

const splitLevel = (level: string): string[] => (level === "" ? [] : level.split("."));

/** Yields the paths of fields in an object that the interface does not have. */
function* listFieldsBelow(
  members: Readonly<Record<string, unknown>>,
  places: ReadonlyMap<string, readonly Place[]>,
  typed: Path,
): Generator<Path> {
  for (const [name, value] of Object.entries(members)) {
    const isField = places.get(fold(name))?.some((place) => !ENVELOPE.has(place.name)) === true;
    if (isField) yield [...typed, name];
    else if (isJsonObject(value)) yield* listFieldsBelow(value, places, [...typed, name]);
  }
}

const REQUESTS = ["task", "repeat", "retask", "retask-collect", "retask-repeat"] as const;

const isOfOtherRequest = (name: string): boolean =>
  REQUESTS.some((kind) => Object.values(BODY_NAMES[kind]).some((names) => names.includes(name)));

const REQUEST_TABLES = REQUESTS.map((kind) => BODY_NAMES[kind]);
const REQUEST_FIELDS: readonly string[] = [
  ...new Set([
    ...REQUEST_TABLES.flatMap((table) => Object.values(table).flat()),
    ...SERVICE_SPELLINGS,
    ...RECORD_ONLY,
  ]),
];
const REQUEST_PLACES = new Map(REQUEST_FIELDS.map((name) => [fold(name), [{ level: "", name }]]));

/** Returns whether a member is a field of a request, looks like one that is misspelt, or has fields in its value. */
export function isRequestField(name: string, value: unknown): boolean {
  const folded = fold(name);
  if (REQUEST_PLACES.has(folded) || LABEL.test(folded)) return true;
  if ((findClosest(name, REQUEST_FIELDS)?.length ?? 0) >= MIN_NEAR) return true;
  return isJsonObject(value) && !listFieldsBelow(value, REQUEST_PLACES, []).next().done;
}

const isPlain = (value: unknown): boolean => !isJsonObject(value) && !Array.isArray(value);

const isSameLevel = (typed: Path, path: Path): boolean =>
  formatPath(typed.slice(0, -1)) === formatPath(path.slice(0, -1));

function makeMoveWarning(typed: Path, path: Path, value: unknown): Fault {
  const [given, name] = [String(typed.at(-1)), String(path.at(-1))];
  return {
    code: "FIELD_TYPE_INVALID",
    path: formatPath(path),
    value: isPlain(value) ? value : undefined,
    ...(isSameLevel(typed, path)
      ? { rule: `the name ${name}`, message: `${given} was taken as ${name}` }
      : {
          rule: `it as ${formatPath(path)}`,
          message: `${formatPath(typed)} was taken as ${formatPath(path)}, where the interface has it`,
        }),
  };
}

const makeRepetitionWarning = (typed: Path, path: Path): Fault => ({
  code: "FIELD_TYPE_INVALID",
  path: formatPath(typed),
  rule: `it as ${formatPath(path)} only`,
  message: `${formatPath(typed)} repeats ${formatPath(path)} and is not sent`,
});

const makeConflictFault = (typed: Path, value: unknown, path: Path, before: unknown): Fault => ({
  code: "PLACEMENT_CONFLICT",
  path: formatPath(typed),
  value,
  rule: `${String(path.at(-1))} must have the same value in every place`,
  message: `${formatPath(typed)} ${JSON.stringify(value)} differs from ${formatPath(path)} ${JSON.stringify(before)}`,
});

const makeElementFault = (typed: Path, value: unknown, { level, name }: Place): Fault => ({
  code: "FIELD_TYPE_INVALID",
  path: formatPath(typed),
  value,
  rule: `${name} in each element of ${level.slice(0, -2)}`,
  message: `${formatPath(typed)} belongs in an element of ${level.slice(0, -2)}, and nothing says in which`,
});
