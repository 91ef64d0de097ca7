/** Converts flags to the request of a search for passes; reports all faults at once. */
import { gatherFaults, usageError, usageFault } from "../../cli/input/usage.ts";
import type { PassRequest } from "../../app/passes/predict-passes.ts";
import type { Context } from "../../cli/context.ts";
import { CONSTRAINT_FIELDS } from "../../domain/tasking/constraint-fields.ts";
import { findPagingFaults } from "../../cli/flags/paging-flags.ts";
import { listGivenAreas } from "../../cli/flags/area-flags.ts";
import { readSceneLike } from "../../cli/flags/like-flag.ts";
import { readTarget } from "../../cli/flags/target-flags.ts";
import { readInstantFlag, chooseMoment } from "../../cli/flags/window-flags.ts";
import { flagFor, listFlagsOfFields } from "../../cli/input/require-valid-request.ts";
import { checkBody } from "../../contract/parse.ts";
import { mergeFields } from "../../domain/tasking/body-fields.ts";
import { readPassConstraints } from "../../domain/tasking/pass-limits.ts";
import { listPassConstraints } from "../../domain/catalog/scene-geometry.ts";
import { inputError, type Fault } from "../../errors.ts";
import { checkPosition } from "../../geo/position.ts";
import { listSingleParts } from "../../geo/polygon.ts";
import { advice, swath, typed } from "../../hint.ts";
import { DAY_MS } from "../../time/civil.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { findElements } from "../../cli/flags/elements-flag.ts";
import type { PassOptions } from "./flags.ts";

const DEFAULT_WINDOW_MS = 7 * DAY_MS;
/** A satellite that repeats its geometry does so after days or weeks. */
const DEFAULT_WINDOW_LIKE_MS = 30 * DAY_MS;
/** Element sets are useless for more than a year ahead. */
const MAX_MS = 366 * DAY_MS;

export async function readPassRequest(context: Context, options: PassOptions): Promise<PassRequest> {
  const faults: Fault[] = findPagingFaults(options);
  const target = await gatherFaults(
    faults,
    () => readTarget(context, options, "all"),
    listGivenAreas(options)[0],
  );
  const like = await gatherFaults(faults, () => readSceneLike(context, options.like), "--like");
  const geometry = target?.geometry ?? like?.centre;
  // The rules of a searched area apply: those of a target would refuse holes and several parts, which are harmless
  // here.
  const isFine = geometry?.type === "Point" && checkPosition(geometry.coordinates).ok;
  for (const part of geometry === undefined || isFine ? [] : listSingleParts(geometry)) {
    const checked = await checkBody("searchCatalog", { intersects: part });
    if (!checked.ok) faults.push(...checked.faults.map((fault) => ({ ...fault, flag: target?.flag })));
  }
  const span = await readSpan(context, options, faults);
  const narrowed = like === undefined ? options : { ...listPassConstraints(like), ...options };
  const constraints = readPassConstraints(await readConstraints(narrowed, faults));
  const isSquintGiven = options.squint !== undefined || options.maxSquintAngle !== undefined;
  if (like?.squint !== undefined && !isSquintGiven)
    constraints.limits = { ...constraints.limits, squint: like.squint };
  const elements = await gatherFaults(faults, () => findElements(context, options.elements), "--elements");
  if (faults.length > 0) throw inputError(faults);
  if (geometry === undefined)
    throw usageError(
      "No target. Give --point, --place, --file or --like.",
      advice`For example: ${swath`passes --point -9.14,38.71`}`,
    );
  if (elements === undefined)
    throw usageError(
      "No orbital elements: passes are computed from a file of them",
      advice`Give --elements <path>, store the path: ${swath`config set elements <path>`}, or add --sandbox`,
    );
  return {
    geometry,
    ...span,
    constraints,
    elements,
    satellites: options.satellite ?? [],
    ...(options.satellite === undefined && { satelliteLike: like?.satellite }),
    ...(like !== undefined && { anglesLike: like.angles }),
  };
}

async function readSpan(
  context: Context,
  { from, to, window, like }: PassOptions,
  faults: Fault[],
): Promise<{ fromMs: number; toMs: number }> {
  const voice = { notes: context.notes, nowMs: await readNow(context, from ?? "now", to) };
  if (to !== undefined && window !== undefined) {
    const message = "--window and --to both give the end of the search: give one of them";
    faults.push({ code: "INPUT_AMBIGUOUS", path: "", flag: "--window", rule: "--window or --to", message });
  }
  const fromMs = readInstantFlag(voice, from, "--from", faults) ?? voice.nowMs;
  const toMs =
    readInstantFlag(voice, to, "--to", faults) ??
    fromMs + (window ?? (like === undefined ? DEFAULT_WINDOW_MS : DEFAULT_WINDOW_LIKE_MS));
  const times = `${timeForPeople(fromMs)} to ${timeForPeople(toMs)}`;
  if (toMs <= fromMs) {
    const message = `the search does not end after its start: ${times}`;
    const hint = advice`Put the end after the start, for example ${typed("--window", "7d")}`;
    faults.push({
      code: "WINDOW_ORDER",
      path: "",
      flag: to === undefined ? "--window" : "--to",
      message,
      next: hint,
    });
  } else if (toMs - fromMs > MAX_MS) {
    const message = `the search is longer than a year (${times}), and no elements are valid for so long`;
    const hint = advice`Search a shorter time, for example ${typed("--window", "7d")}`;
    faults.push(usageFault(to === undefined ? "--window" : "--to", message, { next: hint }));
  }
  return { fromMs, toMs };
}

/** Returns the time from `chooseMoment`. For the sandbox, reads the stored clock instead, without starting the sandbox. */
async function readNow(context: Context, ...texts: readonly (string | undefined)[]): Promise<number> {
  if (!context.service.isSandbox) return chooseMoment(context, texts);
  const { readStoredTime } = await import("../../app/service/find-sandbox.ts");
  return (await readStoredTime(context.directories, context.clock)) ?? context.clock.now();
}

/** Returns `collectConstraints` of a body, validated by the rules for the body of a task. */
async function readConstraints(options: PassOptions, faults: Fault[]): Promise<unknown> {
  const body = mergeFields({ type: "Feature", properties: {} }, options, CONSTRAINT_FIELDS);
  if (!Object.keys(CONSTRAINT_FIELDS).some((name) => options[name as keyof PassOptions] !== undefined))
    return {};
  const checked = await checkBody("createTask", body);
  const flags = listFlagsOfFields({}, options, CONSTRAINT_FIELDS);
  for (const fault of checked.ok ? [] : checked.faults) {
    const flag = flagFor(fault.path, flags);
    if (flag !== undefined) faults.push({ ...fault, flag });
  }
  return (body["properties"] as Record<string, unknown>)["collectConstraints"];
}
