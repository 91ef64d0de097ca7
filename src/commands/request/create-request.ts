/** Converts flags, files, stdin or the form to the validated body of a task or a repeat request. */
import {
  checkDraft,
  type Drafter,
  isPlacedTwice,
  noteDraft,
  openRepeatDrafter,
  openTaskDrafter,
  type RepeatBody,
  type TaskBody,
} from "../../app/tasking/create-requests.ts";
import { REQUEST_KINDS, type RequestNoun } from "../../app/tasking/request-kind.ts";
import type { Context } from "../../cli/context.ts";
import { type AreaOptions, listGivenAreas } from "../../cli/flags/area-flags.ts";
import {
  type BodyOptions,
  listBodySources,
  readBaseBody,
  withAssignments,
} from "../../cli/flags/body-flags.ts";
import { formatFlags, readSceneLike } from "../../cli/flags/like-flag.ts";
import { readTarget } from "../../cli/flags/target-flags.ts";
import {
  chooseMoment,
  isRelativeTime,
  readWindowFlags,
  timeFlag,
  type TimeBase,
} from "../../cli/flags/window-flags.ts";
import {
  type FlagOfPath,
  listFlagsOfFields,
  requireValidRequest,
} from "../../cli/input/require-valid-request.ts";
import { gatherFaults, usageError } from "../../cli/input/usage.ts";
import { firstTexts } from "../../counted.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { getPath } from "../../contract/json-path.ts";
import { NO_SQUINT } from "../../contract/vocabulary.ts";
import { mergeFields, parseOwnPath } from "../../domain/tasking/body-fields.ts";
import { toRequestFeature } from "../../domain/tasking/map-feature.ts";
import { REPETITION } from "../../domain/tasking/repeat-request.ts";
import { isSeenValue, type RequestDraft } from "../../domain/tasking/request-draft.ts";
import type { SceneGeometry } from "../../domain/catalog/scene-geometry.ts";
import { AppError, type Fault } from "../../errors.ts";
import { advice, flagName, keepOne, swath } from "../../hint.ts";
import { isZone } from "../../time/zone.ts";
import { findTargetFix } from "./target-fixes.ts";
import { type CreateOptions, isAnswered, REPEAT_FIELDS, TASK_FIELDS } from "./create-flags.ts";

type Base = Readonly<Record<string, unknown>>;

/** The request that the flags of a run describe, before a body or a feature is added. */
interface Wish {
  /** Values of flags by option; times are in the form to send. */
  given: Readonly<Record<string, unknown>>;
  drafter: () => Promise<Drafter>;
  /**
   * Makes drafts whose relative times count from 1970, so that a rerun with the same words finds the same request. Undefined without
   * relative times.
   */
  typedDrafter?: (() => Promise<Drafter>) | undefined;
}

const KINDS = {
  task: { endpoint: "createTask", fields: TASK_FIELDS, wishOf: readTaskWish },
  repeat: { endpoint: "createRepeat", fields: REPEAT_FIELDS, wishOf: readRepeatWish },
} as const;

export async function createRequest(
  context: Context,
  noun: RequestNoun,
  options: CreateOptions,
): Promise<TaskBody | RepeatBody> {
  requireZone(options);
  const like = await readSceneLike(context, options.like);
  if (like !== undefined && like.unasked.length > 0)
    context.notes.note(
      advice`A request cannot ask for ${like.unasked.join(", ")}, except by the window of a pass: ${swath`passes --like ${options.like}`}`,
    );
  const bodyOf = (asked: Context, given: CreateOptions) => makeRequestBody(asked, noun, given, like);
  if (!needsForm(context, noun, options)) return bodyOf(context, options);
  const { askForRequest } = await import("./form.ts");
  const answered = like === undefined ? {} : { point: like.centre, type: like.type, ...like.constraints };
  return askForRequest(context, noun, { ...options, ...withoutGiven(answered, options) }, bodyOf);
}

/** Returns the values of options that are not given. A point is given by any target. */
function withoutGiven<O extends object>(answered: O, options: CreateOptions): Partial<O> {
  const isGiven = (name: string): boolean =>
    isAnswered(options, name === "point" ? [...TARGETS, "file"] : [name]);
  return Object.fromEntries(Object.entries(answered).filter(([name]) => !isGiven(name))) as Partial<O>;
}

/**
 * Returns a body with the geometry of a scene in every member that neither the body nor a flag gives, and notes these members as flags.
 * A polygon takes one type only, so it does not get the scene's.
 */
function fillLike(
  { notes }: Context,
  base: Base,
  { centre, type, constraints }: SceneGeometry,
  options: CreateOptions,
): { body: Record<string, unknown>; sources: FlagOfPath } {
  const { geometry = centre } = base as { geometry?: unknown };
  const isPolygon = toJsonObject(geometry)["type"] === "Polygon";
  const values = { ...(!isPolygon && { type }), ...constraints };
  const filled = Object.entries(withoutGiven(values, options)).filter(
    ([name, value]) =>
      value !== undefined &&
      getPath(base, parseOwnPath(TASK_FIELDS[name as keyof typeof values])) === undefined,
  );
  const body = mergeFields({ ...base, geometry }, Object.fromEntries(filled), TASK_FIELDS);
  const point = geometry === centre ? [["--point", centre.coordinates.join(",")] as const] : [];
  const flags = filled.map(([name, value]) => [flagName(name), value] as const);
  if (point.length + flags.length > 0)
    notes.note(`Like scene ${options.like}: ${formatFlags([...point, ...flags])}`);
  const paths = filled.map(([name]) => TASK_FIELDS[name as keyof typeof values]);
  return { body, sources: Object.fromEntries([...paths, "geometry"].map((path) => [path, "--like"])) };
}

interface EachDrafts {
  draft: (feature: Base) => Promise<RequestDraft>;
  /** Returns the body with relative times counted from 1970; undefined if no time is relative. */
  typed: (feature: Base) => object | undefined;
  /** Returns the flag of each property. */
  flags: (feature: Base) => FlagOfPath;
}

/** Returns how --each makes a body from each feature. */
export async function openEachDrafts(
  context: Context,
  noun: RequestNoun,
  options: CreateOptions,
  faults: Fault[],
): Promise<EachDrafts> {
  const { endpoint, wishOf } = KINDS[noun];
  const wish = await wishOf(context, options, faults);
  const drafter = await wish.drafter();
  const typedDrafter = await wish.typedDrafter?.();
  return {
    draft: (feature) => checkDraft(endpoint, drafter(feature)),
    typed: (feature) => typedDrafter?.(feature).body,
    flags: (feature) => listPropertyFlags(noun, feature, wish, options),
  };
}

/** Throws all faults of flags, files and body together. */
async function makeRequestBody(
  context: Context,
  noun: RequestNoun,
  options: CreateOptions,
  like?: SceneGeometry,
): Promise<TaskBody | RepeatBody> {
  const faults: Fault[] = [];
  const wish = await KINDS[noun].wishOf(context, options, faults);
  const { body: given, sources, isPartial } = await readFeatureBody(context, noun, options, faults);
  const filled = like && fillLike(context, given, like, options);
  const base = filled?.body ?? given;
  const made = (await wish.drafter())(base);
  await noteDraft(context, made);
  const { body, faults: found, warnings } = made;
  const isLackingEnd = noun === "repeat" && getPath(base, parseOwnPath(REPETITION)) === undefined;
  return requireValidRequest(
    context,
    KINDS[noun].endpoint,
    {
      body: body as unknown as TaskBody | RepeatBody,
      faults: [...faults, ...found],
      warnings,
      isPartial,
      findFix: (fault) => findTargetFix(fault, base["geometry"], options),
      isConsequence: (fault) =>
        (isSeenValue(fault) && (fault.value !== NO_SQUINT || options.squint !== NO_SQUINT)) ||
        isPlacedTwice(fault, body) ||
        (options.window !== undefined && isWithoutOpen(fault, body, faults)),
    },
    {
      ...(base["geometry"] === undefined && { geometry: "--point" }),
      ...(isLackingEnd && { [REPETITION]: options.untilCanceled === true ? "--until-canceled" : "--count" }),
      ...filled?.sources,
      ...sources,
      ...listPropertyFlags(noun, base, wish, options),
    },
  );
}

/** The body before the flags of properties are added: the Feature of a file, `--data` or nothing, with `--set`. */
interface FeatureBody {
  body: Record<string, unknown>;
  /** The flag of each property. */
  sources: FlagOfPath;
  /** A file or `--data` was unreadable, so the rest of the body is unknown. */
  isPartial: boolean;
}

async function readFeatureBody(
  context: Context,
  noun: RequestNoun,
  options: AreaOptions & BodyOptions,
  faults: Fault[],
): Promise<FeatureBody> {
  const readData = await gatherFaults(faults, () => readBaseBody(context, options));
  const target = await gatherFaults(faults, () => readTarget(context, options), listGivenAreas(options)[0]);
  const data = readData ?? {};
  const { geometry, attributes, flag } = target ?? {};
  // Attributes of a placemark or a row are no part of a body that is given whole.
  const isRow = attributes !== undefined && options.data === undefined;
  const read = target?.feature ?? (isRow ? { type: "Feature", geometry, properties: attributes } : undefined);
  const { feature, dropped = [] } =
    read === undefined ? {} : toRequestFeature({ ...read }, REQUEST_KINDS[noun].nameKey);
  noteDropped(context, dropped);
  if (feature !== undefined && options.data !== undefined) {
    throw new AppError("usage", "INPUT_AMBIGUOUS", `${flag} contains a Feature, and --data is a whole body`, {
      next: keepOne("--data", flag!),
    });
  }
  const given = feature ?? (geometry === undefined ? data : { ...data, geometry });
  const body = withAssignments(given, options);
  return {
    body,
    isPartial: readData === undefined || target === undefined,
    sources: { ...listSources(given, flag, feature !== undefined), ...listBodySources(data, options) },
  };
}

const MAX_DROPPED = 6;

/** Notes the attributes of features that are not sent. */
export function noteDropped({ notes }: Context, dropped: readonly string[]): void {
  if (dropped.length === 0) return;
  const names = firstTexts(dropped, MAX_DROPPED).join(", ");
  notes.note(`Not sent, because a request has no such fields: ${names}`);
}

function listSources(given: object, flag: string | undefined, isFeature: boolean): FlagOfPath {
  if (flag === undefined) return {};
  if (!isFeature) return { geometry: flag };
  const properties = Object.keys(toJsonObject((given as Record<string, unknown>)["properties"]));
  const members = [...Object.keys(given), ...properties.map((name) => `properties.${name}`)];
  return Object.fromEntries(members.map((name) => [name, flag]));
}

/** Returns true if the fault is a missing end that --window would have given, had the start been valid. */
const isWithoutOpen = ({ code, path }: Fault, body: Base, faults: readonly Fault[]): boolean =>
  code === "WINDOW_REQUIRED" &&
  path === TASK_FIELDS.windowClose &&
  (getPath(body, parseOwnPath(TASK_FIELDS.windowOpen)) === undefined ||
    faults.some((fault) => fault.code === "TIMESTAMP_INVALID" && fault.path === TASK_FIELDS.windowOpen));

/** Returns the flag to report for a fault in a property. */
function listPropertyFlags(
  noun: RequestNoun,
  base: Base,
  { given }: Wish,
  { window }: CreateOptions,
): FlagOfPath {
  const isComputed = window !== undefined && given["windowClose"] === undefined;
  return {
    ...listFlagsOfFields(base, given, KINDS[noun].fields),
    ...(isComputed && { [TASK_FIELDS.windowClose]: "--window" }),
  };
}

async function readTaskWish(context: Context, options: CreateOptions, faults: Fault[]): Promise<Wish> {
  const times = [options.windowOpen, options.windowClose];
  const nowMs = await chooseMoment(context, times);
  const wishesAt = (voice: TimeBase, found: Fault[]) => ({
    given: { ...options, ...readWindowFlags(voice, options, found) },
    fields: TASK_FIELDS,
    windowMs: options.window,
    allowPast: options.allowPast === true,
  });
  const wishes = wishesAt({ notes: context.notes, nowMs }, faults);
  return {
    given: wishes.given,
    drafter: () => openTaskDrafter(context, wishes),
    ...(times.some(isRelativeTime) && {
      typedDrafter: () => openTaskDrafter(context, wishesAt(FROM_1970, [])),
    }),
  };
}

async function readRepeatWish(context: Context, options: CreateOptions, faults: Fault[]): Promise<Wish> {
  const times = [options.from, options.to];
  const nowMs = await chooseMoment(context, times);
  const wishesAt = (voice: TimeBase, found: Fault[]) => {
    const time = (name: "from" | "to"): string | undefined =>
      timeFlag(voice, options[name], { flag: `--${name}`, path: REPEAT_FIELDS[name] }, found);
    return {
      given: { ...options, from: time("from"), to: time("to") },
      fields: REPEAT_FIELDS,
      allowPast: options.allowPast === true,
      untilCanceled: options.untilCanceled === true,
    };
  };
  const wishes = wishesAt({ notes: context.notes, nowMs }, faults);
  return {
    given: wishes.given,
    drafter: () => openRepeatDrafter(context, wishes),
    ...(times.some(isRelativeTime) && {
      typedDrafter: () => openRepeatDrafter(context, wishesAt(FROM_1970, [])),
    }),
  };
}

/** Reads relative times from 1970, silently. */
const FROM_1970: TimeBase = { nowMs: 0, notes: { note: () => {} } };

function requireZone({ timeZone }: CreateOptions): void {
  if (timeZone === undefined || isZone(timeZone)) return;
  const message = `--time-zone ${timeZone} is not a time zone that this machine knows`;
  throw usageError(message, "Write it like Europe/Lisbon or Etc/GMT+9");
}

/** Options whose value may contain any other field. With one of them, a missing field is reported by validation, not asked for. */
const HOLDS_MORE = ["file", "data", "set"];
const TARGETS = ["point", "place"];

/**
 * Returns whether a run asks for missing fields: with --interactive, or on a terminal if the target or a task's window is missing. A run
 * with --yes or --dry-run and any field is probably a script, which must not wait for an answer.
 */
function needsForm(context: Context, noun: RequestNoun, options: CreateOptions): boolean {
  if (options.interactive === true) {
    if (context.consent.canAsk) return true;
    throw usageError(
      "--interactive needs a terminal",
      advice`Give the flags instead: ${swath`${noun} create --help`}`,
    );
  }
  if (!context.consent.canAsk || isAnswered(options, HOLDS_MORE)) return false;
  const fields = Object.keys(KINDS[noun].fields);
  if (context.options.yes === true || context.options.dryRun === true)
    return !isAnswered(options, [...TARGETS, "like", "radius", "window", ...fields]);
  const hasWindow = isAnswered(options, ["windowOpen"]) && isAnswered(options, ["window", "windowClose"]);
  return !isAnswered(options, [...TARGETS, "like"]) || (noun === "task" && !hasWindow);
}
