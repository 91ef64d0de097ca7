/** Records with the members of a recorded deployment (setting `recordForm`). */
import type { JsonObject } from "../../contract/json-object.ts";
import { objectOf } from "../../contract/json-object.ts";
import type { RequestRecord } from "../tasking/tasking-request.ts";

/** Constraints that every recorded record has, unless the request sets them. */
const CONSTRAINTS = {
  grazingAngleMin: 0,
  grazingAngleMax: 90,
  azimuthAngleMin: 0,
  azimuthAngleMax: 360,
  srrMin: 0.1,
  srrMax: 10,
  azrMin: 0.5,
  azrMax: 0.5,
  squint: "enabled",
  maxSquintAngle: 30,
  radarParameters: { bandwidth: 500_000_000 },
};

const SERIES_CONSTRAINTS = {
  elevationMin: 0,
  elevationMax: 90,
  azimuth: null,
  prfMin: 5000,
  duration: null,
  prescribedCollectMidtime: null,
};

/** Returns constraints in the recorded spelling: sizes in metres, no resolutions. */
function constraintsOf(given: JsonObject): JsonObject {
  const { ascDesc, resolutionRange: _range, resolutionAzimuth: _azimuth, ...rest } = given;
  const { imageLength, imageWidth } = given;
  return {
    ...CONSTRAINTS,
    ...rest,
    ascDsc: ascDesc,
    imageLength: Number(imageLength) * 1000,
    imageWidth: Number(imageWidth) * 1000,
  };
}

/** Returns the members that records of both kinds have. */
const sharedFields = (properties: RequestRecord["properties"]) => ({
  submissionTime: properties.submissionTime,
  orgId: properties.organizationId,
  userId: properties.userId,
  collectionTier: properties.collectionTier,
  collectionType: properties.collectionType,
  archiveHoldback: properties.archiveHoldback,
  statusHistory: properties.statusHistory,
  billingEnvironment: "default",
  sandbox: true,
  customAttribute1: properties["customAttribute1"] ?? null,
  customAttribute2: properties["customAttribute2"] ?? null,
});

/** Returns a record without the members that recorded ones lack, such as `lastStatusCode`. */
export function toRecorded({ type, geometry, properties }: RequestRecord): object {
  return {
    type,
    geometry,
    properties: properties["repetitionProperties"] === undefined ? toTask(properties) : toSeries(properties),
  };
}

function toTask(properties: RequestRecord["properties"]): object {
  const { collectConstraints, processingConfig } = properties;
  return {
    ...sharedFields(properties),
    taskingrequestId: properties["taskingrequestId"],
    taskingrequestName: properties["taskingrequestName"],
    taskingrequestDescription: properties["taskingrequestDescription"],
    taskingrequestType: "standard",
    repeatrequestId: properties["repeatrequestId"] ?? null,
    windowOpen: properties["windowOpen"],
    windowDuration: properties["windowDuration"],
    windowClose: properties["windowClose"],
    collectConstraints: constraintsOf(collectConstraints),
    type: collectConstraints["collectMode"],
    preApproval: properties.preApproval,
    transactionStatus: properties["transactionStatus"],
    processingConfig: { productTypes: processingConfig.productTypes, isSandbox: true },
    ...(properties["order"] !== undefined && { order: properties["order"] }),
    conflictingTasks: [],
  };
}

function toSeries(properties: RequestRecord["properties"]): object {
  const { collectConstraints, processingConfig, statusHistory } = properties;
  const repetition = objectOf(properties["repetitionProperties"]);
  const costPerImageEstimate = properties["costPerImageEstimate"];
  return {
    ...sharedFields(properties),
    // A running series is `active`, where a task is `accepted`.
    statusHistory: statusHistory.map((entry) => ({
      ...entry,
      code: entry.code === "accepted" ? "active" : entry.code,
    })),
    repeatrequestId: properties["repeatrequestId"],
    repeatrequestName: properties["repeatrequestName"],
    repeatrequestDescription: properties["repeatrequestDescription"],
    repeatrequestType: "standard",
    windowDuration: properties["windowDuration"],
    repetitionProperties: {
      repeatStart: repetition["repeatStart"],
      repeatEnd: repetition["repeatEnd"] ?? null,
      repetitionInterval: repetition["repetitionInterval"],
      repetitionCount: repetition["repetitionCount"] ?? null,
      maintainSceneFraming: repetition["maintainSceneFraming"],
      lookAngleTolerance: repetition["lookAngleTolerance"],
    },
    collectConstraints: { ...SERIES_CONSTRAINTS, ...constraintsOf(collectConstraints) },
    parentRepeatrequest: null,
    ...(costPerImageEstimate !== undefined && { costPerImageEstimate }),
    processingConfig: { productTypes: processingConfig.productTypes, isSandbox: true },
  };
}
