/** Questions shared by the forms of `task create` and `repeat create`. Each answer is a list of flags. */
import type { KnownPrices } from "../../app/tasking/known-prices.ts";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import type { Context } from "../../cli/context.ts";
import { askChoice, askSearch, askText, askYesNo } from "../../cli/input/prompt.ts";
import type { Choice } from "../../cli/world.ts";
import type { CollectionType } from "../../contract/read-collection-types.ts";
import { COLLECTION_TYPES, LOOK_DIRECTIONS, ORBIT_DIRECTIONS } from "../../contract/vocabulary.ts";
import { parseLocalTime } from "../../domain/tasking/local-time.ts";
import { AppError } from "../../errors.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { checkPosition } from "../../geo/position.ts";
import { readArea } from "../../geo/read-area.ts";
import { displayWidth, pad, truncate } from "../../render/width.ts";
import { wrap } from "../../render/wrap.ts";
import { parseSpokenTime } from "../../time/spoken-time.ts";
import { parseFlagTime, timeSentence } from "../../time/flag-time.ts";
import type { Answer, Question } from "./form.ts";

const SERVICE_CHOOSES: Choice = { value: "", name: "(the service chooses)" };

/** Returns the answer as the value of a flag; an empty answer leaves it to the service. */
export const flagged = (flag: string, value: string): Answer => {
  const text = value.trim();
  return { words: text === "" ? [] : [flag, text], shown: text };
};

/** Shows the fault of an answer, below it. */
function showFault({ world, notes }: Context, text: string): void {
  const width = world.stderr.columns || DEFAULT_COLUMNS;
  for (const line of wrap(text, { width, indent: 2, hangingIndent: 4 }).split("\n")) notes.note(line);
}

const DEFAULT_COLUMNS = 80;

/** Asks until the answer is readable: `read` returns the answer or its fault. */
export async function askUntilRight(
  context: Context,
  message: string,
  preset: string,
  read: (text: string) => Answer | string | Promise<Answer | string>,
): Promise<Answer> {
  for (;;) {
    context.signal.throwIfAborted();
    const answer = await read(await askText(context.world, message, preset));
    if (typeof answer !== "string") return answer;
    showFault(context, answer);
  }
}

/** Returns the value of a flag among answers. */
export const flagIn = (answers: readonly Answer[], flag: string): string | undefined => {
  const words = answers.flatMap((answer) => answer.words);
  return words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined;
};

/**
 * Reads a time in words or in the syntax of flags. The flag gets a timestamp, which has the same meaning when the
 * command is run later.
 */
export async function readMoment(
  context: Context,
  flag: string,
  text: string,
  /** The answer with the start: an hour or a day of the week is the first one after it. */
  start?: string,
): Promise<Answer | string> {
  const { nowMs } = await context.service.time();
  const word = text.trim();
  const isAbsolute = /^\d{4}-/.test(word);
  const begin = start === undefined ? undefined : parseFlagTime(start, nowMs);
  const isFromNow = isAbsolute || /^(?:now|[+-]|today|tomorrow|in )/i.test(word) || begin?.ok !== true;
  const time = parseSpokenTime(text, isFromNow ? nowMs : Math.max(nowMs, begin.ms));
  if (!time.ok) return timeSentence("", text, time.reason);
  return {
    words: [flag, isAbsolute ? word : time.iso],
    shown: word === time.iso ? word : `${word}: ${time.iso}`,
  };
}

/** Asks for the tier, with its meaning and the cost of an earlier request of the chosen type. */
export const tierQuestion = (
  context: Context,
  {
    tiers,
    preset,
    prices,
    type,
  }: { tiers: readonly string[]; preset: string; prices: KnownPrices; type?: string | undefined },
): Question => ({
  title: "Tier",
  options: ["tier"],
  ask: async () => {
    const choices = tiers.map((value): Choice => {
      const meaning = tiers.includes("urgent") ? TIER_MEANING[value] : undefined;
      const price = type === undefined ? undefined : prices(type, value)?.text;
      const about = [meaning, price && `last ${price}`].filter((part) => part !== undefined).join("; ");
      return { value, name: about === "" ? value : `${pad(value, 9)} ${about}`, short: value };
    });
    return flagged("--tier", await askChoice(context.world, "Tier", [...choices, SERVICE_CHOOSES], preset));
  },
});

const TIER_MEANING: Readonly<Record<string, string>> = {
  urgent: "scheduled first",
  priority: "scheduled after urgent",
  standard: "scheduled after priority",
  flexible: "may be moved or removed to make room",
};

/**
 * Asks for the collection type of the service, with ground size, resolution and the price of the last request with
 * that tier.
 */
export const typeQuestion = (
  context: Context,
  { isArea, prices, tier }: { isArea: boolean; prices: KnownPrices; tier?: string | undefined },
): Question => ({
  title: "Type",
  options: ["type"],
  ask: async (others) => {
    const isOfArea = isArea || others.some((answer) => answer.isArea === true);
    const types = isOfArea ? await typesNamed(context, ["stripmap_100"]) : await typesOf(context);
    const chosenTier = tier ?? flagIn(others, "--tier") ?? "";
    const widest = Math.max(...types.map(({ name }) => displayWidth(name)));
    const choices = types.map((type): Choice => {
      const price = prices(type.name, chosenTier)?.text;
      const about = [sizeText(type), resolutionText(type), price && `last ${price}`]
        .filter(Boolean)
        .join(", ");
      const room = (context.world.stderr.columns || 80) - 3;
      return {
        value: type.name,
        name: truncate(about === "" ? type.name : `${pad(type.name, widest)}  ${about}`, room),
        short: type.name,
      };
    });
    const preset = isOfArea ? "stripmap_100" : "spotlight";
    const type = await askChoice(context.world, "Collection type", [...choices, SERVICE_CHOOSES], preset);
    return flagged("--type", type);
  },
});

/** Returns the service's list, cached for a day; else the names in the interface. */
async function typesOf(context: Context): Promise<readonly CollectionType[]> {
  const { collectionTypes } = await import("../../app/tasking/collection-types.ts");
  const quiet = { ...context, events: { ...context.events, note: () => {} } };
  try {
    const types = context.service.isDryRun ? [] : await collectionTypes(quiet, {});
    if (types.length > 0) return types;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return COLLECTION_TYPES.map((name) => ({ name }));
}

async function typesNamed(context: Context, names: readonly string[]): Promise<readonly CollectionType[]> {
  const types = await typesOf(context);
  return names.map((name) => types.find((type) => type.name === name) ?? { name });
}

// Spec silent: the properties of a collection type. We show size and resolution under the names seen in the field.
function sizeText({ sceneWidthKm: width, sceneLengthKm: length }: CollectionType): string | undefined {
  return typeof width === "number" && typeof length === "number" ? `${width} x ${length} km` : undefined;
}

function resolutionText({
  resolutionRange: range,
  resolutionAzimuth: azimuth,
}: CollectionType): string | undefined {
  if (typeof range !== "number" || typeof azimuth !== "number") return undefined;
  return range === azimuth ? `${range} m` : `${range} x ${azimuth} m`;
}

export const nameQuestion = (context: Context): Question => ({
  title: "Name",
  options: ["name"],
  ask: async () => {
    const answer = flagged("--name", await askText(context.world, "Name (may be empty)"));
    return answer.shown === "" ? { ...answer, shown: "(none)" } : answer;
  },
});

/** Asks for all constraints, behind one question. */
export const constraintsQuestion = (context: Context): Question => ({
  title: "Constraints",
  options: [
    "lookDirection",
    "orbitState",
    "orbitalPlane",
    "offNadirMin",
    "offNadirMax",
    "localTime",
    "azimuthMin",
    "azimuthMax",
    "squint",
    "maxSquintAngle",
    "grazingMin",
    "grazingMax",
    "polarization",
  ],
  ask: async () => {
    const wants = await askYesNo(
      context.world,
      "Narrow it by look direction, orbit, time of day or angle?",
      false,
    );
    const answers = wants ? await askConstraints(context) : [];
    const words = answers.flatMap((answer) => answer.words);
    return { words, shown: words.length === 0 ? "none" : words.join(" ") };
  },
});

async function askConstraints(context: Context): Promise<Answer[]> {
  const local = await askUntilRight(
    context,
    "Local time of day (day, night, anytime, 06:30-09:00)",
    "anytime",
    (text) => {
      const parsed = parseLocalTime(text);
      if (!parsed.ok) return `${JSON.stringify(text)} ${parsed.reason}`;
      return flagged("--local-time", text.trim() === "anytime" ? "" : text);
    },
  );
  const angle =
    (flag: string) =>
    (text: string): Answer | string =>
      text.trim() === "" || /^\d+(\.\d+)?$/.test(text.trim())
        ? flagged(flag, text)
        : "it is not a number of degrees";
  const choose = (message: string, words: readonly string[]): Promise<string> =>
    askChoice(context.world, message, [...words.map((value) => ({ value })), SERVICE_CHOOSES], "");
  return [
    flagged("--look-direction", await choose("Look direction", LOOK_DIRECTIONS)),
    flagged("--orbit-state", await choose("Orbit direction", ORBIT_DIRECTIONS)),
    local,
    await askUntilRight(context, "Smallest off-nadir angle (may be empty)", "", angle("--off-nadir-min")),
    await askUntilRight(context, "Largest off-nadir angle (may be empty)", "", angle("--off-nadir-max")),
  ];
}

/** Returns the price line: the price of the last request of the same kind, or that none is known. */
export function priceLine(
  prices: KnownPrices,
  noun: RequestNoun,
  {
    type,
    tier,
    isPoint,
    isPreApproved,
  }: { type: unknown; tier: unknown; isPoint: boolean; isPreApproved: boolean },
): string {
  const unknown = isPreApproved
    ? "Price: not known, and pre-approved whatever it is."
    : "Price: not known before the service has estimated it (swath approvals shows it then).";
  if (!isPoint || typeof type !== "string" || typeof tier !== "string") return unknown;
  const known = prices(type, tier);
  if (known === undefined) return unknown;
  const what =
    noun === "task" ? `the last ${tier} ${type} of a point` : `an image of the last ${tier} ${type} series`;
  const own = isPreApproved
    ? "this one is pre-approved whatever it costs"
    : "the estimate of this one comes in review";
  return `Price: ${what} was ${known.text} (${known.date}); ${own}.`;
}

/** Asks for the target: a point, or an area if it is allowed. */
export const targetQuestion = (context: Context, { takesArea }: { takesArea: boolean }): Question => ({
  title: "Where",
  options: ["point", "place", "polygon", "geometry", "file"],
  ask: async () => askTarget(context, takesArea),
});

/** Asks for a place name, coordinates, WKT or GeoJSON, or the name of a file. */
async function askTarget(context: Context, takesArea: boolean): Promise<Answer> {
  const { world, signal } = context;
  const { placeChoices } = await import("../../cli/input/place-choices.ts");
  for (;;) {
    signal.throwIfAborted();
    const answer = (
      await askSearch(
        world,
        takesArea ? "Where? (a place, lon,lat, WKT or a file)" : "Where? (a place, lon,lat or a file)",
        (typed) => offer(typed, placeChoices),
      )
    ).trim();
    const found = await readTarget(context, answer, takesArea);
    if (typeof found !== "string") return found;
    showFault(context, `${JSON.stringify(truncate(answer, LONGEST_SOURCE))}: ${found}`);
  }
}

/** Returns matching places, or those with the nearest name; and the typed text itself. */
const offer = (typed: string, placeChoices: (typed: string) => Choice[]): Choice[] => [
  ...(/[\d(./\\]/.test(typed) ? [{ value: typed, name: `as typed: ${typed}` }] : []),
  ...placeChoices(typed),
];

const POSITION = /^[+-]?[\d.]+\s*,\s*[+-]?[\d.]+$/;

async function readTarget(context: Context, answer: string, takesArea: boolean): Promise<Answer | string> {
  if (POSITION.test(answer)) {
    const checked = checkPosition(answer.split(",").map(Number));
    return checked.ok ? await pointAnswer(checked.position) : `it ${checked.reason}`;
  }
  if (/^\p{L}[\p{L} ,.()'-]*$/u.test(answer)) {
    const found = await placeNamed(answer);
    if (found !== undefined) return found;
  }
  const isText = /^[{<]|\(/.test(answer);
  try {
    if (isText) {
      const { geometry } = await readArea(answer, "it");
      return await targetOf(["--geometry", answer], geometry, takesArea);
    }
    const { readDocument } = await import("../../cli/input/read-value.ts");
    const { geometry } = await readArea(await readDocument(context, answer, "--file"), answer);
    return await targetOf(["--file", answer], geometry, takesArea);
  } catch (error) {
    // The answer is not a flag, and the message already shows it, cut if it is long.
    if (error instanceof AppError)
      return error.message
        .replace(`--file ${answer}: `, "")
        .replaceAll(answer, () => truncate(answer, LONGEST_SOURCE));
    throw error;
  }
}

/** Returns undefined for an unknown place name, which may be the name of a file. */
async function placeNamed(name: string): Promise<Answer | string | undefined> {
  const [{ findPlace }, { placeName }] = await Promise.all([
    import("../../places/find-place.ts"),
    import("../../places/gazetteer.ts"),
  ]);
  const found = findPlace(name);
  if (found.kind === "none") return undefined;
  if (found.kind === "several")
    return `it may be ${found.places.slice(0, 5).map(placeName).join(", ")}; choose one of the list`;
  const { longitude, latitude } = found.place;
  return pointAnswer([longitude, latitude]);
}

async function pointAnswer(position: readonly number[]): Promise<Answer> {
  const { placeText } = await import("../../places/describe-geometry.ts");
  const text = position.join(",");
  const place = placeText({ type: "Point", coordinates: position });
  return { words: ["--point", text], shown: place === undefined ? text : `${text}, ${place}` };
}

/** A geometry that is invalid for a task is refused immediately, not after the remaining questions. */
async function targetOf(words: string[], geometry: Geometry, takesArea: boolean): Promise<Answer | string> {
  const [{ geometryFindings }, { placeText }] = await Promise.all([
    import("../../contract/geometry-rules.ts"),
    import("../../places/describe-geometry.ts"),
  ]);
  if (!takesArea && geometry.type !== "Point")
    return `a series takes a point, and this is a ${geometry.type}`;
  const [finding] = geometryFindings(geometry, { types: ["Point", "Polygon"], isTarget: true });
  if (finding !== undefined) return finding.message ?? finding.rule ?? "it is not a target";
  const [, source = ""] = words;
  const shown = [truncate(source, LONGEST_SOURCE), placeText(geometry)]
    .filter((part) => part !== undefined)
    .join(", ");
  return geometry.type === "Point" ? { words, shown } : { words, shown: `${shown} (an area)`, isArea: true };
}

const LONGEST_SOURCE = 40;
