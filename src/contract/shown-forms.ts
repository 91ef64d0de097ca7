/** How a response of a service shows the form of this deployment. `dialect.ts` has the functions in its table. */
import { isJsonObject, toJsonObject, type JsonObject } from "./json-object.ts";
import { readList } from "./read-items.ts";
import { readField } from "./read-record.ts";
import type { ReplyName } from "./replies.ts";

/** A successful response of the service. */
export interface ShownReply {
  /** The parser of its endpoint: it tells items from records. */
  kind: ReplyName;
  /** As parsed from JSON. */
  reply: unknown;
}

/** More items or records of one response show nothing new. */
const MAX_READ = 20;

const TASK_KINDS: ReadonlySet<ReplyName> = new Set([
  "taskReply",
  "knownTaskReply",
  "updatedTaskReply",
  "tasksReply",
]);
const SERIES_KINDS: ReadonlySet<ReplyName> = new Set(["repeatReply", "knownRepeatReply", "repeatsReply"]);
const ITEM_KINDS: ReadonlySet<ReplyName> = new Set(["itemsReply", "downloadReply"]);

const listObjects = (reply: unknown): JsonObject[] =>
  (readList(reply) ?? [reply]).slice(0, MAX_READ).filter(isJsonObject);

const listSeries = ({ kind, reply }: ShownReply): JsonObject[] =>
  SERIES_KINDS.has(kind) ? listObjects(reply) : [];

const listCollectConstraints = ({ kind, reply }: ShownReply): JsonObject[] =>
  TASK_KINDS.has(kind) || SERIES_KINDS.has(kind)
    ? listObjects(reply).map((record) => toJsonObject(readField(record, "collectConstraints")))
    : [];

const has = (object: JsonObject, name: string): boolean => (object[name] ?? undefined) !== undefined;

/**
 * Returns `form` if some object has it and none has the interface's. Only a form that differs from the interface's proves something: a
 * service may return a request unchanged.
 */
const chooseShownForm = <Form>(
  objects: readonly JsonObject[],
  form: Form,
  isOther: (object: JsonObject) => boolean,
  isOwn: (object: JsonObject) => boolean,
): Form | undefined => (objects.some(isOther) && !objects.some(isOwn) ? form : undefined);

export const findShownAscDesc = (shown: ShownReply): "ascDsc" | undefined =>
  chooseShownForm(
    listCollectConstraints(shown),
    "ascDsc",
    (constraints) => has(constraints, "ascDsc"),
    (constraints) => has(constraints, "ascDesc"),
  );

/** Reads a list of ranges, `[[0, 3600]]`, as nested. */
export const findShownLocalTime = (shown: ShownReply): "nested" | undefined =>
  chooseShownForm(
    listCollectConstraints(shown),
    "nested",
    isNested,
    (constraints) => has(constraints, "localTime") && !isNested(constraints),
  );

const isNested = ({ localTime }: JsonObject): boolean =>
  Array.isArray(localTime) && localTime.length > 0 && localTime.every((range) => Array.isArray(range));

/**
 * Reads the labels of a series. The interface itself has `repeatrequestName` in records and `repeatRequestName` in bodies. So only a service that has
 * another spelling of its own beside it, `ascDsc`, is known to have lower-case bodies. A task with `ascDsc` shows only that its
 * series may have them, so both spellings are sent.
 */
export function findShownRepeatNames(shown: ShownReply): "repeatrequestName" | "both" | undefined {
  if (findShownAscDesc(shown) === undefined) return undefined;
  if (TASK_KINDS.has(shown.kind)) return "both";
  return chooseShownForm(
    listSeries(shown),
    "repeatrequestName",
    (series) => readField(series, "repeatrequestName") !== undefined,
    (series) => readField(series, "repeatRequestName") !== undefined,
  );
}

export const findShownRepeatEnd = (shown: ShownReply): "repetitionEnd" | undefined =>
  chooseShownForm(
    listRepetitions(shown),
    "repetitionEnd",
    (repetition) => has(repetition, "repetitionEnd"),
    (repetition) => has(repetition, "repeatEnd"),
  );

export const findShownRepetitionCount = (shown: ShownReply): "properties" | undefined =>
  chooseShownForm(
    listSeries(shown),
    "properties",
    (series) => has(toJsonObject(series["properties"]), "repetitionCount"),
    (series) => has(toJsonObject(readField(series, "repetitionProperties")), "repetitionCount"),
  );

const listRepetitions = (shown: ShownReply): JsonObject[] =>
  listSeries(shown).map((series) => toJsonObject(readField(series, "repetitionProperties")));

/** Properties of an item that the interface writes with the operator's prefix. */
const OPERATOR_NAMES = /^([A-Za-z][\w-]*):(?:collect_id|squint_angle)$/;

/** Prefixes of STAC and its extensions, which no operator has. */
const STAC_PREFIXES: ReadonlySet<string> = new Set(
  (
    "alternate altm anon auth card4l ceos classification cube eo file forecast grid insar label locale mgrs ml mlm order " +
    "pc processing product proj published raster render s1 s2 sar sat sci statistics stats storage table tiled tiles " +
    "timestamps version view virtual xarray"
  ).split(" "),
);

/** Returns the operator's prefix; undefined if the items have none, or several. */
export function findShownPrefix({ kind, reply }: ShownReply): string | undefined {
  if (!ITEM_KINDS.has(kind)) return undefined;
  const found = new Set<string>();
  for (const item of listObjects(reply))
    for (const name of Object.keys(toJsonObject(item["properties"]))) {
      const [, prefix] = OPERATOR_NAMES.exec(name) ?? [];
      if (prefix !== undefined && !STAC_PREFIXES.has(prefix)) found.add(prefix);
    }
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}
