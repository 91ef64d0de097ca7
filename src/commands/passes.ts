import type { Pass, PassAngles, PassRequest } from "../app/tasking/predict-passes.ts";
import { defineCommand } from "../cli/command/define-command.ts";
import { wantsMap } from "../cli/flags/map-flags.ts";
import { listView } from "../cli/output/view.ts";
import type { Feature, Geometry } from "../geo/geojson.ts";
import type { Column } from "../render/column.ts";
import { passSyntax } from "./pass-flags.ts";

/** A row: only opportunities repeat the place, and only maps show the line below the satellite. */
interface Row {
  pass: Pass;
  target: Geometry;
  track?: Geometry | undefined;
}

/** `34.4..29.8`: from the start of the window to its end. */
const range =
  (name: keyof PassAngles) =>
  ({ pass: { atStart, atEnd } }: Row): string =>
    `${atStart[name].toFixed(1)}..${atEnd[name].toFixed(1)}`;

const ends = (name: keyof PassAngles): Column<Row>[] =>
  (["atStart", "atEnd"] as const).map((end) => ({
    key: `${end}.${name}`,
    header: `${end}.${name}`,
    value: ({ pass }) => pass[end][name],
    sheet: true,
  }));

const COLUMNS: readonly Column<Row>[] = [
  { key: "start", header: "START", value: ({ pass }) => pass.start, fixed: true },
  { key: "end", header: "END", value: ({ pass }) => pass.end, sheet: true },
  { key: "seconds", header: "SECONDS", value: ({ pass }) => Math.round(pass.seconds), align: "right" },
  { key: "satellite", header: "SATELLITE", value: ({ pass }) => pass.satellite },
  { key: "orbit", header: "ORBIT", value: ({ pass }) => pass.orbitState },
  { key: "look", header: "LOOK", value: ({ pass }) => pass.lookDirection },
  { key: "offNadir", header: "OFF-NADIR °", value: range("offNadir"), align: "right" },
  { key: "incidence", header: "INCIDENCE °", value: range("incidence"), align: "right", wide: "in turn" },
  { key: "azimuth", header: "AZIMUTH °", value: range("azimuth"), align: "right", wide: "in turn" },
  { key: "squint", header: "SQUINT °", value: range("squint"), align: "right", wide: "in turn" },
  { key: "share", header: "SHARE %", value: ({ pass }) => pass.share, align: "right", wide: "in turn" },
  { key: "local", header: "LOCAL START", value: ({ pass }) => pass.localStart, wide: "in turn" },
  { key: "plane", header: "PLANE", value: ({ pass }) => pass.orbitalPlane, sheet: true },
  { key: "age", header: "ELEMENTS AGE DAYS", value: ({ pass }) => pass.elementsAgeDays, sheet: true },
  ...ends("offNadir"),
  ...ends("incidence"),
  ...ends("azimuth"),
  ...ends("squint"),
];

/** The shape of an opportunity of STAPI 0.1: a feature with the product and its two moments. */
function opportunityOf({ pass, target }: Row): Feature {
  const { start, end, ...rest } = pass;
  return {
    type: "Feature",
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
  summary: "List when satellites can image a place, from orbital elements",
  description:
    "One row for each window: a stretch in which the geometry keeps within the constraints; a pass may have several. Nothing " +
    "is sent. Elements come from --elements, from the setting elements, or from the sandbox with --sandbox. They say what " +
    "the geometry allows, not what is available.",
  examples: [
    "swath passes --point -9.14,38.71 --sandbox",
    "swath passes --place Lisbon --window 3d --local-time day --off-nadir-max 35 --elements fleet.tle",
    "swath passes --place Lisbon --window 2d --sandbox --map passes.html",
    "swath passes --file area.geojson --from +1d --to +4d --elements fleet.json --output csv",
  ],
  mostUsed: [
    "--point",
    "--place",
    "--file",
    "--from",
    "--window",
    "--elements",
    "--off-nadir-max",
    "--look-direction",
    "--local-time",
  ],
  syntax: passSyntax,
  parse: async (context, options): Promise<PassRequest> => {
    const { passRequest } = await import("./pass-request.ts");
    return passRequest(context, options);
  },
  run: async (context, request, options) => {
    const [{ predictPasses }, { presentationOf }] = await Promise.all([
      import("../app/tasking/predict-passes.ts"),
      import("../cli/output/presentation.ts"),
    ]);
    const { format } = presentationOf(context);
    const hasTracks = wantsMap(format, options);
    const { passes: found, tracks, remarks } = await predictPasses(context, { ...request, hasTracks });
    for (const remark of remarks) context.notes.note(remark);
    // On a terminal the notes stand beside the map.
    if (hasTracks && format !== "map") context.map.facts = remarks.map((remark) => remark.replace(/\.$/, ""));
    if (hasTracks) (await import("./area-on-map.ts")).showTarget(context, request.geometry);
    return found.map((pass, at) => ({ pass, target: request.geometry, track: tracks[at] }));
  },
  view: listView<Row, Row[]>({
    columns: COLUMNS,
    empty: "No window",
    rowSource: ({ pass }) => pass,
    opportunity: opportunityOf,
    map: ({ pass: { start, satellite }, track }) => ({
      id: `${start} ${satellite}`,
      time: start,
      ...(track && { geometry: track }),
    }),
    mapColour: "orbit",
  }),
});
