/**
 * The form of `task create`: every answer is a flag, so that the same request can be typed the next time. At the
 * end it shows the GeoJSON and the command, and asks for confirmation.
 */
import { Command } from "@commander-js/extra-typings";
import type { TaskBody } from "../../app/tasking/create-requests.ts";
import type { Context } from "../../cli/context.ts";
import { askChoice, askSearch, askText, askYesNo } from "../../cli/input/prompt.ts";
import type { Choice } from "../../cli/world.ts";
import { swath } from "../../hint.ts";
import { closest } from "../../domain/closest.ts";
import { toWireConstraints } from "../../domain/wire-dialect.ts";
import { safeJson } from "../../render/safe-json.ts";
import { createSyntax, type CreateOptions } from "./create-flags.ts";
import { COLLECTION_TYPES, LOOK_DIRECTIONS, ORBIT_DIRECTIONS, TIERS } from "../../contract/vocabulary.ts";
import { parseLocalTime } from "../../domain/tasking/local-time.ts";
import { readTimeWord } from "../../domain/tasking/window-words.ts";
import { readArea } from "../../geo/read-area.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { checkPosition } from "../../geo/position.ts";
import { AppError } from "../../errors.ts";
import { parseDuration } from "../../time/duration.ts";

const SERVICE_CHOOSES: Choice = { value: "", name: "(the service chooses)" };

/** The arguments that result from the answers. */
export async function askForTask(context: Context): Promise<string[]> {
  const { world } = context;
  const { nowMs } = await context.service.time();
  const target = await askTarget(context);
  const open = await askUntilRight(
    context,
    "Earliest collection (a date, RFC 3339, now, +2d)",
    "+1d",
    (text) => {
      const { fault } = readTimeWord({ text, flag: "", path: "" }, nowMs);
      return fault?.message;
    },
  );
  const length = await askUntilRight(context, "For how long (7d, 36h, 2w)", "7d", (text) => {
    const parsed = parseDuration(text);
    return parsed.ok ? undefined : `${JSON.stringify(text)} ${parsed.reason}`;
  });
  const tier = await choose(context, "Tier", TIERS, "standard");
  const isArea = target.isArea;
  const type = await choose(
    context,
    "Collection type",
    isArea ? ["stripmap_100"] : COLLECTION_TYPES,
    isArea ? "stripmap_100" : "spotlight",
  );
  const name = await askText(world, "Name (may be empty)");
  const words = [
    ...target.words,
    ...flagged("--window-open", open),
    ...flagged("--window", length),
    ...flagged("--tier", tier),
    ...flagged("--type", type),
    ...flagged("--name", name.trim()),
  ];
  if (!(await askYesNo(world, "Narrow it by look direction, orbit, time of day or angle?", false)))
    return words;
  return [...words, ...(await askConstraints(context))];
}

async function askConstraints(context: Context): Promise<string[]> {
  const local = await askUntilRight(
    context,
    "Local time of day (day, night, anytime, 06:30-09:00)",
    "anytime",
    (text) => {
      const parsed = parseLocalTime(text);
      return parsed.ok ? undefined : `${JSON.stringify(text)} ${parsed.reason}`;
    },
  );
  const isAngle = (text: string): string | undefined =>
    text.trim() === "" || /^\d+(\.\d+)?$/.test(text.trim()) ? undefined : "it is no number of degrees";
  return [
    ...flagged("--look-direction", await choose(context, "Look direction", LOOK_DIRECTIONS, "")),
    ...flagged("--orbit-state", await choose(context, "Orbit direction", ORBIT_DIRECTIONS, "")),
    ...flagged("--local-time", local === "anytime" ? "" : local),
    ...flagged(
      "--off-nadir-min",
      await askUntilRight(context, "Smallest off-nadir angle (may be empty)", "", isAngle),
    ),
    ...flagged(
      "--off-nadir-max",
      await askUntilRight(context, "Largest off-nadir angle (may be empty)", "", isAngle),
    ),
  ];
}

const flagged = (flag: string, value: string): string[] => (value.trim() === "" ? [] : [flag, value.trim()]);

const choose = (
  context: Context,
  message: string,
  words: readonly string[],
  preset: string,
): Promise<string> =>
  askChoice(context.world, message, [...words.map((value) => ({ value })), SERVICE_CHOOSES], preset);

async function askUntilRight(
  { world, notes, signal }: Context,
  message: string,
  preset: string,
  faultOf: (text: string) => string | undefined,
): Promise<string> {
  for (;;) {
    signal.throwIfAborted();
    const text = await askText(world, message, preset);
    const fault = faultOf(text);
    if (fault === undefined) return text;
    notes.note(`  ${fault}`);
  }
}

/** Asks for a place name, coordinates, WKT or GeoJSON, or the name of a file. */
async function askTarget(context: Context): Promise<{ words: string[]; isArea: boolean }> {
  const { world, notes, signal } = context;
  const places = await loadPlaces();
  for (;;) {
    signal.throwIfAborted();
    const answer = (
      await askSearch(world, "Where? (a port, volcano or city; lon,lat; WKT; or a file)", (typed) =>
        offer(typed, places),
      )
    ).trim();
    const found = await readAnswer(context, answer);
    if (typeof found !== "string") return found;
    notes.note(`  ${JSON.stringify(answer)}: ${found}`);
  }
}

type Places = Awaited<ReturnType<typeof loadPlaces>>;

async function loadPlaces() {
  const [{ findPlace, namesOfPlaces, offerPlaces }, { placeName }] = await Promise.all([
    import("../../places/find-place.ts"),
    import("../../places/gazetteer.ts"),
  ]);
  return { findPlace, namesOfPlaces, offerPlaces, placeName };
}

/** Matching places, or the one of the nearest name; and the typed text itself. */
function offer(typed: string, { findPlace, namesOfPlaces, offerPlaces, placeName }: Places): Choice[] {
  const matching = offerPlaces(typed);
  const meant = matching.length === 0 ? closest(typed, namesOfPlaces()) : undefined;
  const near = meant === undefined ? undefined : findPlace(meant);
  const nearby = near?.kind === "one" ? [near.place] : near?.kind === "several" ? near.places : [];
  const places = [...matching, ...nearby].map((place) => ({
    value: `${place.longitude},${place.latitude}`,
    name: `${placeName(place)} at ${place.longitude},${place.latitude}`,
  }));
  const asTyped = /[\d(./\\]/.test(typed) ? [{ value: typed, name: `as typed: ${typed}` }] : [];
  return [...asTyped, ...places];
}

const POSITION = /^[+-]?[\d.]+\s*,\s*[+-]?[\d.]+$/;

async function readAnswer(
  context: Context,
  answer: string,
): Promise<{ words: string[]; isArea: boolean } | string> {
  if (POSITION.test(answer)) {
    const checked = checkPosition(answer.split(",").map(Number));
    return checked.ok
      ? { words: ["--point", checked.position.join(",")], isArea: false }
      : `it ${checked.reason}`;
  }
  if (/^\p{L}[\p{L} ,.()'-]*$/u.test(answer)) {
    const found = await placeNamed(answer);
    if (found !== undefined) return found;
  }
  const isText = /^[{<]|\(/.test(answer);
  try {
    if (isText) {
      const { geometry } = await readArea(answer, "it");
      return await targetOf(["--geometry", answer], geometry);
    }
    const { readDocument } = await import("../../cli/input/read-value.ts");
    const { geometry } = await readArea(await readDocument(context, answer, "--file"), answer);
    return await targetOf(["--file", answer], geometry);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Undefined for a name that no place has: it may be that of a file. */
async function placeNamed(name: string): Promise<{ words: string[]; isArea: boolean } | string | undefined> {
  const { findPlace, placeName } = await loadPlaces();
  const found = findPlace(name);
  if (found.kind === "none") return undefined;
  if (found.kind === "several")
    return `it may be ${found.places.slice(0, 5).map(placeName).join(", ")}; choose one of the list`;
  const { longitude, latitude } = found.place;
  return { words: ["--point", `${longitude},${latitude}`], isArea: false };
}

/** A geometry that is not valid for a task is refused at once, not after the remaining questions. */
async function targetOf(
  words: string[],
  geometry: Geometry,
): Promise<{ words: string[]; isArea: boolean } | string> {
  const { geometryFindings } = await import("../../contract/geometry-rules.ts");
  const [finding] = geometryFindings(geometry, { types: ["Point", "Polygon"], isTarget: true });
  if (finding !== undefined) return finding.message ?? finding.rule ?? "it is no target";
  return { words, isArea: geometry.type !== "Point" };
}

/** Parses the arguments as if they had been typed. */
export const optionsOf = (words: readonly string[]): CreateOptions =>
  createSyntax(new Command("swath task create"))
    .exitOverride()
    .parse([...words], { from: "user" })
    .opts();

export async function confirmTask(context: Context, body: TaskBody, words: readonly string[]): Promise<void> {
  const { notes, world, options, command } = context;
  for (const line of safeJson(toWireConstraints(body, context.dialect), 2).split("\n")) notes.note(line);
  notes.note("The same as a command:");
  notes.note(`  ${command(swath`task create ${words}`)}`);
  if (options.dryRun === true || options.yes === true) return;
  if (await askYesNo(world, "Send it? It costs nothing until it is approved", true)) return;
  throw new AppError("local", "ABORTED", "Cancelled. Nothing was sent.");
}
