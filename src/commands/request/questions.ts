/** The questions of the form. Each answer is a list of flags. */
import { isDocumentText } from "../../domain/readers.ts";
import { withoutNotes } from "../../app/surroundings.ts";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import type { KnownPrices } from "../../app/tasking/search-prices.ts";
import type { Context } from "../../cli/context.ts";
import { CONSTRAINT_FIELDS } from "../../domain/tasking/constraint-fields.ts";
import { askChoice, askSearch, askText, askYesNo } from "../../cli/input/prompt.ts";
import { chooseWidth } from "../../cli/output/presentation.ts";
import type { Choice, World } from "../../cli/world.ts";
import type { CollectionType } from "../../contract/read-collection-types.ts";
import {
  COLLECTION_TYPES,
  LOOK_DIRECTIONS,
  ORBIT_DIRECTIONS,
  POLYGON_TYPE,
  PRODUCT_TYPES,
  REPEAT_TIERS,
  TIERS,
} from "../../contract/vocabulary.ts";
import type { Findings } from "../../domain/findings.ts";
import { addGeo, readProductTypes } from "../../domain/tasking/product-types.ts";
import { parseLocalTime } from "../../domain/tasking/local-time.ts";
import { AppError } from "../../errors.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { readDecimal } from "../../geo/position-text.ts";
import { checkPosition } from "../../geo/position.ts";
import { resolvePlace } from "../../places/resolve-place.ts";
import { measureWidth, pad, truncate, wrap } from "../../render/width.ts";
import { parseDuration } from "../../time/duration.ts";
import { parseFlagTime, timeSentence } from "../../time/flag-time.ts";
import type { CreateOptions } from "./create-flags.ts";
import { flagName, hintText } from "../../hint.ts";

export interface Answer {
  /** The flags of this answer; none if the service decides. */
  words: readonly string[];
  /** For a person. */
  shown: string;
  /** Only for a target that is not a point. */
  isArea?: boolean;
}

export interface Question {
  title: string;
  /** The options that answer the question. If one of them is given, the question is not asked. */
  options: readonly string[];
  /** `others`: the other answers so far. */
  ask: (others: readonly Answer[]) => Promise<Answer>;
  /** The answer that is shown without a question, and can be changed. */
  preset?: Answer;
}

export function makeQuestions(
  context: Context,
  noun: RequestNoun,
  options: CreateOptions,
  prices: KnownPrices,
): Question[] {
  return [
    { title: "Where", options: TARGETS, ask: () => askTarget(context, noun) },
    ...(noun === "task" ? makeWindowQuestions(context) : makeSeriesQuestions(context)),
    { title: "Tier", options: ["tier"], ask: () => askTier(context, noun, options, prices) },
    { title: "Type", options: ["type"], ask: (others) => askType(context, options, prices, others) },
    {
      title: "Products",
      options: ["productType"],
      ask: () => askProducts(context),
      preset: DEFAULT_PRODUCTS,
    },
    { title: "Name", options: ["name"], ask: () => askName(context) },
    {
      title: "Constraints",
      options: Object.keys(CONSTRAINT_FIELDS),
      ask: () => askConstraints(context),
    },
  ];
}

const TARGETS = ["point", "place", "file"];

const makeStartQuestion = (context: Context, option: string, message: string): Question => ({
  title: "From",
  options: [option],
  ask: () => askUntilRight(context, message, "+1d", (text) => readMoment(context, flagName(option), text)),
});

const makeWindowQuestions = (context: Context): Question[] => [
  makeStartQuestion(context, "windowOpen", "Earliest collection (UTC: a date or a time, +1d)"),
  {
    title: "Until",
    options: ["window", "windowClose"],
    ask: () =>
      askUntilRight(context, "For how long, or until when (7d, 2w, a date)", "7d", (text) => {
        const length = parseDuration(text);
        if (length.ok) return { words: ["--window", text], shown: `${text} later` };
        return /^[\d.]+[a-z]+$/i.test(text)
          ? `${JSON.stringify(text)} ${length.reason}`
          : readMoment(context, "--window-close", text);
      }),
  },
];

const makeSeriesQuestions = (context: Context): Question[] => [
  makeStartQuestion(context, "from", "First collection from (UTC: a date or a time, +1d)"),
  {
    title: "Every",
    options: ["interval"],
    ask: () =>
      askUntilRight(context, "Days between the images (7, 36h, 2w)", "7", (text) => {
        if (/^\d+(\.\d+)?$/.test(text))
          return { words: ["--interval", text], shown: text === "1" ? "day" : `${text} days` };
        const length = parseDuration(text);
        return length.ok ? toFlagAnswer("--interval", text) : `${JSON.stringify(text)} ${length.reason}`;
      }),
  },
  {
    title: "Ends",
    options: ["count", "to", "untilCanceled"],
    ask: () => askEnd(context),
  },
];

async function askEnd(context: Context): Promise<Answer> {
  const choices = [
    { value: "count", name: "after a number of images" },
    { value: "to", name: "at a time" },
    { value: "never", name: "when it is cancelled: without a limit to its cost" },
  ];
  const end = await askChoice(context.world, "When does the series end?", choices, "count");
  if (end === "never") return { words: ["--until-canceled"], shown: "when it is cancelled" };
  if (end === "count")
    return askUntilRight(context, "How many images", "10", (text) =>
      /^[1-9]\d*$/.test(text)
        ? { words: ["--count", text], shown: `after ${text} images` }
        : `${JSON.stringify(text)} is not a number of images`,
    );
  return askUntilRight(context, "Until when (UTC: a date, +90d)", "+90d", (text) =>
    readMoment(context, "--to", text),
  );
}

const SERVICE_CHOOSES: Choice = { value: "", name: "(the service chooses)" };

const NO_LIMIT: Choice = { value: "", name: "(no limit)" };

/** Returns the words without the one that limits nothing. */
const limitsIn = (words: readonly string[]): string[] => words.filter((word) => word !== "either");

/** Returns the answer as the value of a flag; an empty answer leaves it to the service. */
const toFlagAnswer = (flag: string, text: string): Answer => ({
  words: text === "" ? [] : [flag, text],
  shown: text,
});

/** Returns the value of a flag among answers. */
const findFlagValue = (answers: readonly Answer[], flag: string): string | undefined => {
  const words = answers.flatMap((answer) => answer.words);
  return words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined;
};

/** Returns the width of the terminal in columns. */
export const getTerminalWidth = ({ stderr, env }: World): number => chooseWidth(stderr, env["COLUMNS"]);

/** Shows a text in the lines of the terminal. A note is one line, because its text may come from a file. */
export function showText({ world, notes }: Context, text: string): void {
  const indent = /^ */.exec(text)?.[0].length ?? 0;
  const lines = wrap(text, { width: getTerminalWidth(world), indent, hangingIndent: indent * 2 });
  for (const line of lines.split("\n")) notes.note(line);
}

/** Asks until the answer is readable: `read` returns the answer or its fault, which is shown below it. */
async function askUntilRight(
  context: Context,
  message: string,
  preset: string,
  read: (text: string) => Answer | string | Promise<Answer | string>,
  ask: () => Promise<string> = () => askText(context.world, message, preset),
): Promise<Answer> {
  for (;;) {
    context.signal.throwIfAborted();
    const answer = await read((await ask()).trim());
    if (typeof answer !== "string") return answer;
    showText(context, `  ${answer}`);
  }
}

/**
 * Reads a time in the syntax of flags. The flag gets a timestamp, which has the same meaning when the command is run
 * later.
 */
async function readMoment({ service }: Context, flag: string, text: string): Promise<Answer | string> {
  const time = parseFlagTime(text, (await service.time()).nowMs);
  if (!time.ok) return timeSentence("", text, time.reason);
  return {
    words: [flag, /^\d{4}-/.test(text) ? text : time.iso],
    shown: text === time.iso ? text : `${text}: ${time.iso}`,
  };
}

const TIER_MEANING: Readonly<Record<string, string>> = {
  urgent: "scheduled first",
  priority: "scheduled after urgent",
  standard: "scheduled after priority",
  flexible: "may be moved or removed to make room",
};

/** Joins the known facts about a choice. */
const joinFacts = (facts: readonly (string | undefined)[], separator: string): string =>
  facts.filter((fact) => fact !== undefined).join(separator);

const formatLastPrice = (price: { text: string } | undefined): string | undefined =>
  price && `last ${price.text}`;

/** Asks for the tier, with its meaning and the cost of an earlier request of the chosen type. */
async function askTier(
  { world }: Context,
  noun: RequestNoun,
  { type }: CreateOptions,
  prices: KnownPrices,
): Promise<Answer> {
  const [tiers, preset] = noun === "task" ? [TIERS, "standard"] : [REPEAT_TIERS, "routine"];
  const choices = tiers.map((value): Choice => {
    const meaning = noun === "task" ? TIER_MEANING[value] : undefined;
    const about = joinFacts([meaning, type && formatLastPrice(prices(type, value))], "; ");
    return { value, name: about === "" ? value : `${pad(value, 9)} ${about}`, short: value };
  });
  return toFlagAnswer("--tier", await askChoice(world, "Tier", [...choices, SERVICE_CHOOSES], preset));
}

/** Asks for the collection type, with ground size, resolution and the price of the last request with that tier. */
async function askType(
  context: Context,
  { radius, tier = "" }: CreateOptions,
  prices: KnownPrices,
  others: readonly Answer[],
): Promise<Answer> {
  const { world } = context;
  const isArea = radius !== undefined || others.some((answer) => answer.isArea === true);
  const all = await loadCollectionTypes(context);
  const types = isArea ? [all.find(({ name }) => name === POLYGON_TYPE) ?? { name: POLYGON_TYPE }] : all;
  const chosenTier = findFlagValue(others, "--tier") ?? tier;
  const widest = Math.max(...types.map(({ name }) => measureWidth(name)));
  const choices = types.map((type): Choice => {
    const { name } = type;
    const about = joinFacts(
      [formatSceneSize(type), formatResolution(type), formatLastPrice(prices(name, chosenTier))],
      ", ",
    );
    const line = about === "" ? name : `${pad(name, widest)}  ${about}`;
    return { value: name, name: truncate(line, getTerminalWidth(world) - 3), short: name };
  });
  const preset = isArea ? POLYGON_TYPE : "spotlight";
  return toFlagAnswer(
    "--type",
    await askChoice(world, "Collection type", [...choices, SERVICE_CHOOSES], preset),
  );
}

/** Returns the service's list, cached for a day; else the names in the interface. */
async function loadCollectionTypes(context: Context): Promise<readonly CollectionType[]> {
  const { listCollectionTypes } = await import("../../app/tasking/collection-types.ts");
  try {
    const types = context.service.isDryRun ? [] : await listCollectionTypes(withoutNotes(context), {});
    if (types.length > 0) return types;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return COLLECTION_TYPES.map((name) => ({ name }));
}

// Spec silent: the properties of a collection type. We show size and resolution under the names seen in the field.
function formatSceneSize({ sceneWidthKm: width, sceneLengthKm: length }: CollectionType): string | undefined {
  return typeof width === "number" && typeof length === "number" ? `${width} x ${length} km` : undefined;
}

function formatResolution(type: CollectionType): string | undefined {
  const { resolutionRange: range, resolutionAzimuth: azimuth } = type;
  if (typeof range !== "number" || typeof azimuth !== "number") return undefined;
  return range === azimuth ? `${range} m` : `${range} x ${azimuth} m`;
}

const DEFAULT_PRODUCTS: Answer = { words: [], shown: "GEO, and the organization's default product types" };

const askProducts = (context: Context): Promise<Answer> =>
  askUntilRight(
    context,
    `Product types, besides GEO (${PRODUCT_TYPES.filter((type) => type !== "GEO").join(", ")}; empty: the organization's default)`,
    "",
    (text) => {
      if (text === "") return DEFAULT_PRODUCTS;
      const findings: Findings = { notes: [], faults: [], warnings: [] };
      const given = text.split(/[\s,]+/).filter(Boolean);
      const types = addGeo(readProductTypes(given, "", findings), []);
      const [fault] = findings.faults;
      return fault?.message ?? { words: ["--product-type", types.join(",")], shown: types.join(", ") };
    },
  );

async function askName({ world }: Context): Promise<Answer> {
  const name = (await askText(world, "Name (may be empty)")).trim();
  return name === "" ? { words: [], shown: "(none)" } : toFlagAnswer("--name", name);
}

/** Asks for all constraints, behind one question. */
async function askConstraints(context: Context): Promise<Answer> {
  const { world } = context;
  if (!(await askYesNo(world, "Narrow it by look direction, orbit, time of day or angle?", false)))
    return { words: [], shown: "none" };
  const local = await askUntilRight(
    context,
    "Local time of day (day, night, anytime, 06:30-09:00)",
    "anytime",
    (text) => {
      const parsed = parseLocalTime(text);
      if (!parsed.ok) return `${JSON.stringify(text)} ${parsed.reason}`;
      return toFlagAnswer("--local-time", text === "anytime" ? "" : text);
    },
  );
  const choose = async (flag: string, message: string, words: readonly string[]): Promise<Answer> =>
    toFlagAnswer(flag, await askChoice(world, message, [...words.map((value) => ({ value })), NO_LIMIT], ""));
  const angle = (flag: string, which: string): Promise<Answer> =>
    askUntilRight(context, `${which} off-nadir angle (may be empty)`, "", (text) =>
      /^(\d+(\.\d+)?)?$/.test(text) ? toFlagAnswer(flag, text) : "it is not a number of degrees",
    );
  const answers = [
    await choose("--look-direction", "Look direction", limitsIn(LOOK_DIRECTIONS)),
    await choose("--orbit-state", "Orbit direction", limitsIn(ORBIT_DIRECTIONS)),
    local,
    await angle("--off-nadir-min", "Smallest"),
    await angle("--off-nadir-max", "Largest"),
  ];
  const words = answers.flatMap((answer) => answer.words);
  return { words, shown: words.length === 0 ? "none" : words.join(" ") };
}

/** Asks for a place name, coordinates or the name of a file, for a task also for an area as WKT or GeoJSON. */
async function askTarget(context: Context, noun: RequestNoun): Promise<Answer> {
  const { placeChoices } = await import("../../cli/input/place-choices.ts");
  const message = `Where? (a place, lon,lat${noun === "task" ? ", WKT" : ""} or a file)`;
  /** Returns matching places, or those with the nearest name; and the typed text itself. */
  const offer = (typed: string): Choice[] => [
    ...(/[\d(./\\]/.test(typed) ? [{ value: typed, name: `as typed: ${typed}` }] : []),
    ...placeChoices(typed),
  ];
  return askUntilRight(
    context,
    message,
    "",
    async (text) => {
      const found = await readTarget(context, text, noun);
      return typeof found === "string" ? `${JSON.stringify(shortenAnswer(text))}: ${found}` : found;
    },
    () => askSearch(context.world, message, offer),
  );
}

/** Cuts a long answer. */
const shortenAnswer = (text: string): string => truncate(text, 40);

const POSITION = /^[+-]?[\d.]+(?:\s*,\s*[+-]?[\d.]+)+$/;

async function readTarget(context: Context, text: string, noun: RequestNoun): Promise<Answer | string> {
  if (POSITION.test(text)) {
    const checked = checkPosition(text.split(",").map((part) => readDecimal(part.trim()) ?? Number.NaN));
    return checked.ok ? makePointAnswer(checked.position) : `it ${checked.reason}`;
  }
  if (/^\p{L}[\p{L} ,.()'-]*$/u.test(text)) {
    const found = await findPlaceAnswer(text);
    if (found !== undefined) return found;
  }
  try {
    const [{ locateAreas }, { readArea }] = await Promise.all([
      import("../../cli/input/read-value.ts"),
      import("../../footprints/read-areas.ts"),
    ]);
    const input = await locateAreas(context, text, "--file");
    const { geometry } = await readArea({ ...input, name: isDocumentText(text) ? "it" : text });
    return await checkTarget(["--file", text], geometry, noun);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The answer is not a flag, and the message already shows it, cut if it is long.
    const message = error.message.replace(`--file ${text}: `, "").replaceAll(text, () => shortenAnswer(text));
    return error.next === undefined ? message : `${message}. ${hintText(error.next)}`;
  }
}

/** Returns undefined for an unknown place name, which may be the name of a file. */
async function findPlaceAnswer(name: string): Promise<Answer | string | undefined> {
  const found = await resolvePlace(name);
  if (found.kind === "none") return undefined;
  if (found.kind === "country")
    return `${found.name} is a country: give a city, such as ${found.city ?? "its capital"}, or a file with the area`;
  if (found.kind === "several") {
    const titles = found.places.slice(0, 5).map(({ title }) => title);
    return `it may be ${titles.join(", ")}; choose one of the list`;
  }
  return makePointAnswer(found.place.point.coordinates);
}

const makePointAnswer = (position: number[]): Promise<Answer> =>
  makeTargetAnswer(["--point", position.join(",")], { type: "Point", coordinates: position });

/** Refuses a geometry that is invalid for a request immediately, not after the remaining questions. */
async function checkTarget(words: string[], geometry: Geometry, noun: RequestNoun): Promise<Answer | string> {
  const [{ checkGeometry }, { toTarget }] = await Promise.all([
    import("../../contract/geometry-rules.ts"),
    import("../../domain/tasking/target-geometry.ts"),
  ]);
  if (noun === "repeat" && geometry.type !== "Point")
    return `a series takes a point, and this is a ${geometry.type}`;
  const [finding] = checkGeometry(toTarget(geometry).geometry, {
    types: ["Point", "Polygon"],
    isTarget: true,
  });
  if (finding !== undefined) return finding.message ?? finding.rule ?? "it is not a target";
  return makeTargetAnswer(words, geometry);
}

async function makeTargetAnswer(words: readonly string[], geometry: Geometry): Promise<Answer> {
  const { placeText } = await import("../../places/describe-geometry.ts");
  const shown = joinFacts([shortenAnswer(words[1] ?? ""), placeText(geometry)], ", ");
  return geometry.type === "Point" ? { words, shown } : { words, shown: `${shown} (an area)`, isArea: true };
}
