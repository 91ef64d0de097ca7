/** Returns a filled template of each hand-written body: every value is valid for the interface. */
import type { BodyKind } from "../../contract/body-kinds.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { DAY_MS } from "../../time/civil.ts";

type Skeleton = Record<string, unknown>;

const POINT = { type: "Point", coordinates: [-9.14, 38.69] };
const CONSTRAINTS = {
  lookDirection: "either",
  ascDesc: "either",
  offNadirMin: 15,
  offNadirMax: 40,
  localTime: "anytime",
};
const PROCESSING = { productTypes: ["GEO"] };

/** Times begin with the day after `nowMs`, so that the template can be sent unchanged. */
export function makeBodySkeleton(kind: BodyKind, nowMs: number): Skeleton {
  const open = Math.ceil(nowMs / DAY_MS) * DAY_MS;
  const day = (days: number): string => formatTimestamp(open + days * DAY_MS);
  return SKELETONS[kind](day);
}

const SKELETONS: Record<BodyKind, (day: (days: number) => string) => Skeleton> = {
  task: (day) => ({
    type: "Feature",
    geometry: POINT,
    properties: {
      taskingrequestName: "Lisbon",
      taskingrequestDescription: "",
      windowOpen: day(0),
      windowClose: day(7),
      collectionTier: "standard",
      collectionType: "spotlight",
      collectConstraints: CONSTRAINTS,
      archiveHoldback: "none",
      processingConfig: PROCESSING,
    },
  }),
  repeat: (day) => ({
    type: "Feature",
    geometry: POINT,
    properties: {
      repeatRequestName: "Lisbon every week",
      repeatRequestDescription: "",
      repetitionProperties: {
        repeatStart: day(0),
        repeatEnd: day(84),
        repetitionInterval: 7,
        maintainSceneFraming: true,
      },
      collectionTier: "routine",
      collectionType: "spotlight",
      collectConstraints: CONSTRAINTS,
      archiveHoldback: "none",
      processingConfig: PROCESSING,
    },
  }),
  retask: (day) => ({
    type: "Feature",
    properties: {
      retaskRequestName: "Lisbon, again",
      windowOpen: day(0),
      windowClose: day(7),
      collectionTier: "standard",
      archiveHoldback: "none",
    },
  }),
  "retask-collect": (day) => ({
    type: "Feature",
    properties: {
      retaskRequestName: "Lisbon, again",
      windowOpen: day(0),
      windowClose: day(7),
      offNadirMin: 27,
      offNadirMax: 37,
      collectionTier: "standard",
      archiveHoldback: "none",
    },
  }),
  "retask-repeat": (day) => ({
    type: "Feature",
    properties: {
      retaskRequestName: "Lisbon every week, again",
      repeatStart: day(0),
      repeatEnd: day(84),
      repetitionInterval: 7,
      collectionTier: "routine",
      archiveHoldback: "none",
    },
  }),
  products: () => ({ properties: { processingConfig: { productTypes: ["GEO", "SICD"] } } }),
  order: () => ({
    items: [
      { collectionId: "vendor-archive", granuleId: "<granuleId>" },
      { productType: "GEC", collectIds: ["<collectId>"] },
    ],
  }),
  search: (day) => ({
    sort: "windowOpen",
    order: "asc",
    limit: 250,
    query: {
      lastStatusCode: ["accepted", "completed"],
      submissionTime: `${day(-30)}/..`,
      "collectConstraints.offNadirMin": { gte: 15 },
    },
  }),
  "search-repeats": (day) => ({
    sort: "submissionTime",
    order: "desc",
    limit: 250,
    query: { repeatrequestName: { startsWith: "Lisbon" }, submissionTime: `${day(-30)}/..` },
  }),
  catalog: (day) => ({
    bbox: [-9.5, 38.5, -9, 39],
    datetime: `${day(-365)}/..`,
    query: { "sar:product_type": { eq: "GEO" }, "view:incidence_angle": { lt: 40 } },
    sortby: [{ field: "properties.datetime", direction: "desc" }],
    limit: 50,
  }),
  organization: () => ({
    defaultProductTypes: [
      { productType: "GEO", required: true },
      { productType: "SICD", required: false },
    ],
  }),
  export: () => ({ exportType: "weekly", exportFormat: "geoparquet" }),
};
