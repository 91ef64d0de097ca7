import type { Pass, PassAngles, PassRequest } from "../app/passes/predict-passes.ts";
import { defineCommand } from "../cli/command/define-command.ts";
import { isMapAsked, wantsMap } from "../cli/flags/map-flags.ts";
import { choosePresentation } from "../cli/output/presentation.ts";
import { listView } from "../cli/output/view.ts";
import { measureGeometryBounds } from "../geo/bounds.ts";
import type { Feature, Geometry } from "../geo/geojson.ts";
import { listPositions, listSingleParts } from "../geo/polygon.ts";
import type { Column } from "../render/column.ts";
import { countText } from "../counted.ts";
import { advice, swath } from "../hint.ts";
import { shortenWord } from "../domain/item-names.ts";
import { addPassFlags } from "./passes/flags.ts";

/** A row: only opportunities repeat the place, and only maps show the ground track. */
interface Row {
  pass: Pass;
  target: Geometry;
  track?: Geometry | undefined;
  /** The flags of `task create` for this window. */
  words?: readonly string[] | undefined;
}

type Angle = keyof PassAngles;

/** Returns the difference of the off-nadir angle from that of the scene, or of the incidence if its off-nadir angle is unknown. */
const measureFromScene = ({ fromScene }: Pass): number | undefined =>
  fromScene?.offNadir ?? fromScene?.incidence;

const formatRange = (from: number, to: number, isShort = false): string =>
  isShort && from.toFixed(1) === to.toFixed(1) ? from.toFixed(1) : `${from.toFixed(1)}..${to.toFixed(1)}`;

/** `34.4..29.8`: from the start of the window to its end; for people one number if both are equal. */
const makeAngleColumn = (name: Angle, header: string, isShort = false): Column<Row> => ({
  key: name,
  header,
  unit: "°",
  value: ({ pass: { atStart, atEnd } }) => formatRange(atStart[name], atEnd[name], isShort),
  align: "right",
});

/** For people, `38.1..42.3`: from the minimum within the window, which is rarely at an end, to the maximum. */
const makeRangeColumn = (name: "offNadir" | "incidence", header: string): Column<Row> => ({
  ...makeAngleColumn(name, header),
  value: ({ pass: { atStart, atEnd, least } }) =>
    formatRange(least[name], Math.max(atStart[name], atEnd[name]), true),
});

/** Returns the difference from the scene without its sign; 0 without a scene. */
const measureUnlikeness = ({ pass }: Row): number => Math.abs(measureFromScene(pass) ?? 0);

/** One number in csv and tsv. */
const makeNumberColumn = (key: string, value: (pass: Pass) => unknown): Column<Row> => ({
  key,
  header: key,
  value: ({ pass }) => value(pass),
  only: "sheet",
});

/** A window of less than a second keeps its fraction. */
const measureSeconds = ({ pass: { seconds } }: Row): number => (seconds < 1 ? seconds : Math.round(seconds));

const START: Column<Row> = { key: "start", header: "START", value: ({ pass }) => pass.start, fixed: true };
const SECONDS: Column<Row> = { key: "seconds", header: "SECONDS", value: measureSeconds, align: "right" };
const SATELLITE: Column<Row> = { key: "satellite", header: "SATELLITE", value: ({ pass }) => pass.satellite };
const ORBIT: Column<Row> = { key: "orbit", header: "ORBIT", value: ({ pass }) => pass.orbitState };
const LOOK: Column<Row> = { key: "look", header: "LOOK", value: ({ pass }) => pass.lookDirection };
const SHARE: Column<Row> = {
  key: "share",
  header: "SHARE",
  unit: "%",
  value: ({ pass }) => pass.share,
  align: "right",
};
/** With --like: the difference of the look angles, to the digit that matters for interferometry. */
const FROM_SCENE: Column<Row> = {
  key: "fromScene",
  header: "FROM SCENE",
  unit: "°",
  value: ({ pass }) => measureFromScene(pass)?.toFixed(2),
  align: "right",
};
const LOCAL: Column<Row> = { key: "local", header: "LOCAL START", value: ({ pass }) => pass.localStart };

const ANGLES: readonly (readonly [Angle, string])[] = [
  ["offNadir", "OFF-NADIR"],
  ["incidence", "INCIDENCE"],
  ["azimuth", "AZIMUTH"],
  ["squint", "SQUINT"],
];

const COLUMNS: readonly Column<Row>[] = [
  START,
  { ...makeNumberColumn("end", ({ end }) => end), header: "END" },
  SECONDS,
  SATELLITE,
  ORBIT,
  LOOK,
  ...ANGLES.map(([name, header]) => makeAngleColumn(name, header)),
  SHARE,
  LOCAL,
  { ...makeNumberColumn("plane", ({ orbitalPlane }) => orbitalPlane), header: "PLANE" },
  { ...makeNumberColumn("age", ({ elementsAgeDays }) => elementsAgeDays), header: "ELEMENTS AGE DAYS" },
  ...ANGLES.flatMap(([name]) => [
    makeNumberColumn(`atStart.${name}`, ({ atStart }) => atStart[name]),
    makeNumberColumn(`atEnd.${name}`, ({ atEnd }) => atEnd[name]),
  ]),
  makeNumberColumn("least.offNadir", ({ least }) => least.offNadir),
  makeNumberColumn("least.incidence", ({ least }) => least.incidence),
  makeNumberColumn("fromScene.offNadir", ({ fromScene }) => fromScene?.offNadir),
  makeNumberColumn("fromScene.incidence", ({ fromScene }) => fromScene?.incidence),
];

/** The most helpful columns first. */
const PEOPLE_COLUMNS: readonly Column<Row>[] = [
  START,
  { ...LOOK, value: ({ pass }) => shortenWord(pass.lookDirection) },
  makeRangeColumn("incidence", "INCIDENCE"),
  FROM_SCENE,
  { ...ORBIT, value: ({ pass }) => shortenWord(pass.orbitState) },
  SATELLITE,
  makeRangeColumn("offNadir", "OFF-NADIR"),
  SECONDS,
  makeAngleColumn("azimuth", "AZIMUTH", true),
  makeAngleColumn("squint", "SQUINT", true),
  SHARE,
  LOCAL,
];

/** Maximum on a terminal without --limit or --all: more would scroll the first ones away. */
const SCREEN_WINDOWS = 20;

/** Returns an opportunity of STAPI 0.1: a feature with the product and its two times. */
function toOpportunity({ pass, target }: Row): Feature {
  const { start, end, ...rest } = pass;
  return {
    type: "Feature",
    bbox: measureGeometryBounds({
      type: "MultiPoint",
      coordinates: listSingleParts(target).flatMap(listPositions),
    }),
    geometry: target,
    properties: {
      product_id: "swath-passes",
      datetime: `${start}/${end}`,
      start_datetime: start,
      end_datetime: end,
      "sat:orbit_state": rest.orbitState,
      "sar:observation_direction": rest.lookDirection,
      ...rest,
    },
  };
}

export const passes = defineCommand({
  name: "passes",
  summary: "List the times when satellites can image a place",
  description:
    "One row per window: a time span in which the geometry meets the constraints; a pass may have several. " +
    "Nothing is sent but the look-up of --like, which keeps to the satellite, plane, directions and angles of a scene " +
    "within the tolerances of swath catalog stacks; FROM SCENE is the difference of the off-nadir angles. Elements come from --elements, from the setting elements, or from the sandbox with " +
    "--sandbox. The result is geometry only, not availability. A table on a terminal shows 20 windows " +
    "without --limit or --all; other output has all of them.",
  examples: [
    "swath passes --point -9.14,38.71 --sandbox",
    "swath passes --place Lisbon --window 3d --local-time day --off-nadir-max 35 --elements fleet.tle",
    "swath passes --place Lisbon --window 2d --sandbox --map passes.html",
    "swath passes --like 2d720478 --sandbox",
    "swath passes --file area.geojson --from +1d --to +4d --elements fleet.json --output csv",
  ],
  mostUsed: [
    "--point",
    "--place",
    "--file",
    "--like",
    "--from",
    "--window",
    "--elements",
    "--off-nadir-max",
    "--look-direction",
    "--local-time",
    "--limit",
    "--all",
  ],
  syntax: addPassFlags,
  parse: async (context, options): Promise<PassRequest> => {
    const { readPassRequest } = await import("./passes/request.ts");
    return readPassRequest(context, options);
  },
  run: async (context, request, options) => {
    const [{ predictPasses }, { passRemarks }, { makeTaskWords }] = await Promise.all([
      import("../app/passes/predict-passes.ts"),
      import("../render/pass-remarks.ts"),
      import("./passes/task-words.ts"),
    ]);
    const { format, stdout } = choosePresentation(context);
    const hasTracks = wantsMap(format, options);
    const { passes: found, tracks, basis } = await predictPasses(context, { ...request, hasTracks });
    const remarks = passRemarks(basis);
    for (const remark of remarks) context.notes.note(`${remark}.`);
    const isForPeople = stdout.isTTY && (format === "map" || (format === "table" && !isMapAsked(options)));
    const most = options.limit ?? (isForPeople && options.all !== true ? SCREEN_WINDOWS : found.length);
    if (most < found.length)
      context.notes.note(`showing ${most} of ${countText(found.length, "window")} (--limit N for more)`);
    if (found.length === 0 && options.like !== undefined) {
      const { noWindowText } = await import("../render/stack-notes.ts");
      context.notes.note(noWindowText());
      context.outcome.isEmptyNoted = true;
    }
    // On a terminal the notes are beside the map.
    if (hasTracks && format !== "map") context.map.facts = remarks;
    if (hasTracks) (await import("./catalog/map-of-search.ts")).showTarget(context, request.geometry);
    const { geometry: target } = request;
    const wordsOf = makeTaskWords(context.world.argv, target);
    const rows = found
      .slice(0, most)
      .map((pass, at): Row => ({ pass, target, track: tracks[at], words: wordsOf?.(pass) }));
    const [best] = rows.toSorted(
      (a, b) =>
        measureUnlikeness(a) - measureUnlikeness(b) ||
        Math.round(b.pass.seconds) - Math.round(a.pass.seconds),
    );
    const title =
      options.like === undefined ? "the longest of these windows" : "the window most like the scene";
    if (best?.words !== undefined)
      context.notes.hint(advice`Task ${title}: ${swath`task create ${best.words}`}`);
    return rows;
  },
  view: listView<Row, Row[]>({
    columns: COLUMNS,
    people: PEOPLE_COLUMNS,
    rowSource: ({ pass }) => pass,
    feature: toOpportunity,
    featureFormat: "stapi",
    empty: "No window: raise --window, or ask for fewer constraints",
    map: {
      part: ({ pass: { start, satellite }, track, words }) => ({
        command: words && ["task", "create", ...words],
        id: `${start} ${satellite}`,
        time: start,
        geometry: track,
      }),
      colourBy: "orbit",
      labelBy: "satellite",
    },
  }),
});
