import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import type { ElementsSource } from "../../app/passes/predict-passes.ts";
import { readPassConstraints } from "../../domain/tasking/pass-limits.ts";
import { toRegion } from "../../geo/bbox.ts";
import type { BBox } from "../../geo/geojson.ts";
import { passRemarks } from "../../render/pass-remarks.ts";
import { DAY_MS } from "../../time/civil.ts";
import { parseFlagTime } from "../../time/flag-time.ts";
import { listAnswer } from "../answer.ts";
import { defineTool, type CallContext } from "../call.ts";
import { areaInput, pageInput, readAreaInput, readInput, makeUsage } from "../inputs.ts";
import { toPathInside } from "../roots.ts";

const MAX_DAYS = 30;

export const passes = defineTool({
  name: "passes",
  title: "List passes over a place",
  description:
    "Lists the times when satellites can image a place, computed from orbital elements: those of the sandbox, of the setting `elements`, or " +
    "of a file in the input folder. Geometry only, not availability. Sends nothing and costs nothing.",
  input: z.strictObject({
    ...areaInput,
    from: z.string().optional().describe("start, default now: RFC 3339, a date, or relative such as +1d"),
    days: z.number().positive().max(MAX_DAYS).optional().describe("length of the search, default 7"),
    elements: z.string().optional().describe("file of TLE or OMM elements in the input folder"),
    satellites: z.array(z.string()).optional().describe("names or catalog numbers"),
    offNadirMin: z.number().optional(),
    offNadirMax: z.number().optional(),
    lookDirection: z.enum(["left", "right"]).optional(),
    orbit: z.enum(["ascending", "descending"]).optional(),
    ...pageInput,
  }),
  run: async (context, input) => {
    const { predictPasses } = await import("../../app/passes/predict-passes.ts");
    const { bbox, intersects } = await readAreaInput(context, input);
    const geometry = intersects ?? (bbox && toRegion(bbox as BBox));
    if (geometry === undefined) throw makeUsage("give an area: a place, a point, a bbox or a file");
    const { nowMs } = await context.service.time();
    const from = parseFlagTime(input.from ?? "now", nowMs);
    if (!from.ok) throw makeUsage(`from ${from.reason}`);
    const { days = 7, offNadirMin, offNadirMax, lookDirection, orbit } = input;
    const found = await predictPasses(context, {
      geometry,
      fromMs: from.ms,
      toMs: from.ms + days * DAY_MS,
      constraints: readPassConstraints({ offNadirMin, offNadirMax, lookDirection, ascDesc: orbit }),
      elements: await readElementsInput(context, input.elements),
      satellites: input.satellites ?? [],
    });
    for (const remark of passRemarks(found.basis)) context.events.note(remark);
    return listAnswer(found.passes, input, undefined, { windows: found.passes.length });
  },
});

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
