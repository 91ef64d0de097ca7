/** Tasking bodies transcribed by hand from the interface's tables, over real places. */

/** Port of Rotterdam, Maasvlakte. */
const maasvlakte = { type: "Point", coordinates: [4.03, 51.95] };
/** The caldera rim of Campi Flegrei, roughly. */
const campiFlegrei = {
  type: "Polygon",
  coordinates: [
    [
      [14.07, 40.79],
      [14.19, 40.79],
      [14.2, 40.87],
      [14.08, 40.88],
      [14.07, 40.79],
    ],
  ],
};

export const task = {
  type: "Feature",
  geometry: maasvlakte,
  contractId: "contract-7",
  preApproval: false,
  customAttribute1: "berth 3",
  properties: {
    taskingrequestName: "Maasvlakte",
    taskingrequestDescription: "container terminal",
    windowOpen: "2026-03-01T00:00:00Z",
    windowClose: "2026-03-08T00:00:00Z",
    collectionTier: "standard",
    collectionType: "spotlight",
    collectConstraints: {
      lookDirection: "either",
      ascDesc: "ascending",
      orbitalPlanes: [45, 53, 97],
      offNadirMin: 25,
      offNadirMax: 25,
      azimuthAngleMin: 340,
      azimuthAngleMax: 20,
      localTime: [64800, 21600],
      squint: "forward",
      maxSquintAngle: 30,
      grazingAngleMin: 20,
      grazingAngleMax: 70,
      polarization: "HH",
    },
    archiveHoldback: "30_day",
    processingConfig: { productTypes: ["GEO", "SICD"] },
  },
};

export const areaTask = {
  ...task,
  geometry: campiFlegrei,
  properties: { ...task.properties, collectionType: "stripmap_100" },
};

export const repeat = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [-178.2, 71.2] },
  properties: {
    repeatRequestName: "Wrangel Island ice",
    repeatRequestDescription: "weekly",
    repetitionProperties: {
      repeatStart: "2026-03-01T00:00:00Z",
      repeatEnd: "2026-06-01T00:00:00Z",
      repetitionInterval: 7,
      maintainSceneFraming: true,
      lookAngleTolerance: 2,
      azimuthAngleTolerance: 3,
    },
    collectionTier: "routine",
    collectionType: "spotlight_wide",
    collectConstraints: { lookDirection: "right" },
    customAttribute1: "ice",
  },
};

export const retaskOfTask = {
  type: "Feature",
  properties: {
    retaskRequestName: "again",
    retaskRequestDescription: "after the storm",
    windowOpen: "2026-04-01T00:00:00Z",
    windowClose: "2026-04-03T00:00:00Z",
    collectionTier: "urgent",
    archiveHoldback: "none",
  },
};

export const retaskOfCollect = {
  type: "Feature",
  properties: {
    retaskRequestName: "same look",
    collectionTier: "standard",
    offNadirMin: 27,
    offNadirMax: "37",
  },
};

export const retaskOfRepeat = {
  type: "Feature",
  properties: {
    retaskRequestName: "second season",
    repeatStart: "2026-07-01T00:00:00Z",
    repetitionInterval: 1,
    untilCanceled: true,
    collectionTier: "flexible",
    archiveHoldback: "permanent",
  },
};
