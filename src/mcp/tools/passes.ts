import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import type { ElementsSource } from "../../app/passes/predict-passes.ts";
import { readPassConstraints, type PassConstraints } from "../../domain/tasking/pass-limits.ts";
import { checkBody } from "../../contract/parse.ts";
import {
  listPassConstraints,
  readSceneGeometry,
  type SceneGeometry,
} from "../../domain/catalog/scene-geometry.ts";
import { mergeFields } from "../../domain/tasking/body-fields.ts";
import { CONSTRAINT_FIELDS } from "../../domain/tasking/constraint-fields.ts";
import { inputError } from "../../errors.ts";
import { toRegion } from "../../geo/bbox.ts";
import type { BBox } from "../../geo/geojson.ts";
import { passRemarks } from "../../render/pass-remarks.ts";
import { DAY_MS } from "../../time/civil.ts";
import { listAnswer } from "../answer.ts";
import { defineTool, type CallContext } from "../call.ts";
import {
  areaInput,
  pageInput,
  readAreaInput,
  readInput,
  requireTime,
  toItemId,
  makeUsage,
} from "../inputs.ts";
import { toPathInside } from "../roots.ts";

const DEFAULT_DAYS = 7;
/** A satellite repeats the geometry of a scene after days or weeks. */
const DEFAULT_DAYS_LIKE = 30;
const MAX_DAYS = 90;

const constraintInput = {
  offNadirMin: z.number().optional(),
  offNadirMax: z.number().optional(),
  lookDirection: z.enum(["left", "right"]).optional(),
  orbit: z.enum(["ascending", "descending"]).optional(),
};

export const passes = defineTool({
  name: "passes",
  title: "List passes over a place",
  description:
    "Lists the times when satellites can image a place, computed from orbital elements: those of the sandbox, of the setting `elements`, or " +
    "of a file in the input folder. With `like`, those in the geometry of a scene, each with its difference from the scene. " +
    "Geometry only, not availability. Costs nothing.",
  input: z.strictObject({
    ...areaInput,
    like: z
      .string()
      .optional()
      .describe("id of a scene or an item: only passes in its geometry, over its centre or a given place"),
    from: z.string().optional().describe("start, default now: RFC 3339, a date, or relative such as +1d"),
    days: z
      .number()
      .positive()
      .max(MAX_DAYS)
      .optional()
      .describe("length of the search, default 7, or 30 with like"),
    elements: z.string().optional().describe("file of TLE or OMM elements in the input folder"),
    satellites: z.array(z.string()).optional().describe("names or catalog numbers"),
    ...constraintInput,
    ...pageInput,
  }),
  run: async (context, input) => {
    const { predictPasses } = await import("../../app/passes/predict-passes.ts");
    const { bbox, intersects } = await readAreaInput(context, input);
    const area = intersects ?? (bbox && toRegion(bbox as BBox));
    if (area === undefined && input.like === undefined)
      throw makeUsage("give an area or a scene: a place, a point, a bbox, a file, or like");
    const { nowMs } = await context.service.time();
    const from = requireTime("from", input.from ?? "now", nowMs);
    const elements = await readElementsInput(context, input.elements);
    const like = await readScene(context, input.like);
    const { days = like === undefined ? DEFAULT_DAYS : DEFAULT_DAYS_LIKE, satellites } = input;
    const found = await predictPasses(context, {
      geometry: area ?? like!.centre,
      fromMs: from.ms,
      toMs: from.ms + days * DAY_MS,
      constraints: await readConstraints(input, like),
      elements,
      satellites: satellites ?? [],
      ...(satellites === undefined && { satelliteLike: like?.satellite }),
      ...(like !== undefined && { anglesLike: like.angles }),
    });
    for (const remark of passRemarks(found.basis)) context.events.note(remark);
    if (found.passes.length === 0 && days < MAX_DAYS)
      context.events.note(`No window in ${days} days: raise days, up to ${MAX_DAYS}`);
    return listAnswer(found.passes, input, undefined, { windows: found.passes.length });
  },
});

/** Returns the geometry of a scene. Errors: those of an unknown or ambiguous id. */
async function readScene(context: CallContext, word: string | undefined): Promise<SceneGeometry | undefined> {
  if (word === undefined) return undefined;
  const { findScene } = await import("../../app/catalog/find-stacks.ts");
  const { collect } = await findScene(context, await toItemId(context, word));
  const like = readSceneGeometry(collect);
  if (like.unknown.length > 0)
    context.events.warn(`scene ${word} has no ${like.unknown.join(", no ")}: any is accepted`);
  return like;
}

/** Returns the constraints of the arguments, and of the scene where no argument gives one. Errors: those of a task's body. */
async function readConstraints(
  { offNadirMin, offNadirMax, lookDirection, orbit }: z.output<z.ZodObject<typeof constraintInput>>,
  like: SceneGeometry | undefined,
): Promise<PassConstraints> {
  const given = { offNadirMin, offNadirMax, lookDirection, orbitState: orbit };
  const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined;
  const options = {
    ...(like && listPassConstraints(like)),
    ...Object.fromEntries(Object.entries(given).filter(isGiven)),
  };
  const body = mergeFields(
    { type: "Feature", properties: { collectConstraints: {} } },
    options,
    CONSTRAINT_FIELDS,
  );
  const { collectConstraints } = body["properties"] as { collectConstraints: object };
  const checked = await checkBody("createTask", body);
  const faults = checked.ok ? [] : checked.faults.filter(({ path }) => path.includes("collectConstraints"));
  if (faults.length > 0) throw inputError(faults);
  const constraints = readPassConstraints(collectConstraints);
  return like?.squint === undefined
    ? constraints
    : { ...constraints, limits: { ...constraints.limits, squint: like.squint } };
}

async function readElementsInput(context: CallContext, file: string | undefined): Promise<ElementsSource> {
  const { service, settings, roots, folder } = context;
  if (file === undefined && service.isSandbox) return { kind: "sandbox" };
  const stored = settings.elements.value;
  if (file === undefined && stored === undefined)
    throw makeUsage("no orbital elements: give a file of them, or set `elements` in the profile");
  const name = file ?? stored!;
  const path =
    file === undefined ? await resolveLinks(resolve(folder, name)) : await toPathInside(roots, "input", name);
  return { kind: "file", content: await readInput(path, name, NEXT_ELEMENTS), name, flag: "elements" };
}

const NEXT_ELEMENTS = "Give a file of orbital elements in the input folder";

/** Returns the path without links. A file in the settings may be a link. */
const resolveLinks = (path: string): Promise<string> => realpath(path).catch(() => path);
