import { TASK_NAMES, REPEAT_NAMES } from "../../contract/member-names.ts";
import { objectOf, type JsonObject } from "../../contract/json-object.ts";
import { msOf } from "../../contract/body-values.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import type { BodyFault } from "../http/refusal.ts";
import { COLLECTION_TYPES, toRecordedType } from "../tasking/collection-types.ts";
import { windowFields } from "../tasking/tasking-request.ts";
import {
  customAttributesOf,
  extraFields,
  requireMs,
  placedField,
  checkNotOver,
  seriesFields,
  taskFields,
} from "./body-fields.ts";
import type { Handler, Call } from "./call.ts";
import { contractTerms, createRequest, findContractFaults } from "./create-request.ts";
import { chooseProducts } from "./product-types.ts";

/** `POST /task`: stores a new single task. Errors: 422 with all faults. */
export const createTask: Handler = (call) => {
  const { nowMs } = call;
  const body = call.body as Feature;
  const properties = objectOf(body["properties"]);
  const faults: BodyFault[] = [];
  const closeMs = requireMs(properties["windowClose"]);
  checkNotOver("windowClose", closeMs, nowMs, faults);
  const fields = {
    ...sharedFields(call, body, faults),
    // Spec silent: the default tier of a task. The sandbox uses `standard`.
    tier: properties["collectionTier"] ?? "standard",
    own: taskFields(
      properties["taskingrequestName"] ?? "",
      properties["taskingrequestDescription"] ?? "",
      windowFields(requireMs(properties["windowOpen"]), closeMs),
      properties["productCategory"],
    ),
    extra: extraFields(properties, TASK_NAMES.properties),
  };
  return createRequest(call, "task", fields, faults);
};

// Spec silent: the default interval of a series. The sandbox uses 7 days.
const DEFAULT_INTERVAL_DAYS = 7;

/** `POST /repeat-requests`: stores a new series. Errors: 422 with all faults. */
export const createRepeat: Handler = (call) => {
  const body = call.body as Feature;
  const properties = objectOf(body["properties"]);
  const faults: BodyFault[] = [];
  const fields = {
    ...sharedFields(call, body, faults),
    // Spec silent: the default tier of a series. The sandbox uses `routine`.
    tier: properties["collectionTier"] ?? "routine",
    // Both spellings are read; records use the spelling of the search fields.
    own: seriesFields(
      properties["repeatRequestName"] ?? properties["repeatrequestName"] ?? "",
      properties["repeatRequestDescription"] ?? properties["repeatrequestDescription"] ?? "",
      repetitionOfBody(call, properties, faults),
    ),
    extra: extraFields(properties, [...REPEAT_NAMES.properties, "repetitionCount"]),
  };
  return createRequest(call, "repeat", fields, faults, { series: { next: 0, completed: 0 } });
};

/** The body of either request. */
type Feature = JsonObject & { geometry: Point | Polygon };

/** Returns the fields that tasks and series have in the same places. */
function sharedFields({ sandbox, caller, settings }: Call, body: Feature, faults: BodyFault[]) {
  const properties = objectOf(body["properties"]);
  const rules = { organization: sandbox.organizations.read(caller.organizationId), settings };
  const given = objectOf(properties["processingConfig"])["productTypes"];
  faults.push(...findContractFaults(caller, body["contractId"]));
  return {
    geometry: targetOf(body.geometry),
    terms: contractTerms(caller, body["contractId"]),
    collectionType: properties["collectionType"],
    collectConstraints: properties["collectConstraints"],
    archiveHoldback: properties["archiveHoldback"],
    processingConfig: chooseProducts(given, rules, faults),
    preApproval: placedField(body, "preApproval") === true,
    customAttributes: customAttributesOf(body),
  };
}

/** Reads the repetition of a body. Validation has refused a body with different values in the two places. */
function repetitionOfBody({ nowMs }: Call, properties: JsonObject, faults: BodyFault[]) {
  const repetition = objectOf(properties["repetitionProperties"]);
  const endMs = msOf(repetition["repeatEnd"] ?? repetition["repetitionEnd"] ?? properties["repeatEnd"]);
  const startMs = msOf(repetition["repeatStart"]) ?? nowMs;
  if (endMs !== undefined)
    checkNotOver("repetitionProperties.repeatEnd", endMs, Math.max(startMs, nowMs), faults);
  const { windowDuration } = properties;
  return {
    startMs,
    endMs,
    intervalDays: (repetition["repetitionInterval"] as number | undefined) ?? DEFAULT_INTERVAL_DAYS,
    count: (repetition["repetitionCount"] ?? properties["repetitionCount"]) as number | undefined,
    windowSeconds: typeof windowDuration === "number" && windowDuration > 0 ? windowDuration : undefined,
    framing: repetition,
  };
}

/** Returns the target of a record, without altitude and without repeated vertices. */
function targetOf(geometry: Point | Polygon): Point | Polygon {
  if (geometry.type === "Point") return { type: "Point", coordinates: geometry.coordinates.slice(0, 2) };
  const rings = geometry.coordinates.map((ring) =>
    ring
      .map((position) => position.slice(0, 2))
      .filter(([lon, lat], at, all) => at === 0 || lon !== all[at - 1]?.[0] || lat !== all[at - 1]?.[1]),
  );
  return { type: "Polygon", coordinates: rings };
}

/** Returns one page of the collection types, with the members of a recorded deployment. */
function pageOfTypes(size: number, page: string | null) {
  const current = /^[1-9]\d{0,3}$/.test(page ?? "") ? Number(page) : 1;
  const rows = COLLECTION_TYPES.slice((current - 1) * size, current * size);
  return {
    results: rows.map(toRecordedType),
    current_page: current,
    total_pages: Math.ceil(COLLECTION_TYPES.length / size),
  };
}

// Spec silent: the fields of a collection type. The sandbox returns an array of objects (setting
// `collectionTypesShape`).
/** `GET /collectiontypes`: every collection type with its properties and default constraints. */
export const listCollectionTypes: Handler = ({ settings, query }) => {
  switch (settings.collectionTypesShape) {
    case "names":
      return { json: COLLECTION_TYPES.map(({ name }) => name) };
    case "results":
      return { json: { results: COLLECTION_TYPES, currentPage: 1, totalPages: 1 } };
    case "keyed":
      return { json: Object.fromEntries(COLLECTION_TYPES.map(({ name, ...rest }) => [name, rest])) };
    case "paged":
      return { json: pageOfTypes(settings.collectionTypesPageSize, query.get("page")) };
    case "array":
      return { json: COLLECTION_TYPES };
  }
};
