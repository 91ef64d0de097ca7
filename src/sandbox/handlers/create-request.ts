import { readTimestampMs } from "../../contract/body-values.ts";
import { toJsonObject, isJsonObject, type JsonObject } from "../../contract/json-object.ts";
import { TASK_NAMES, REPEAT_NAMES } from "../../contract/member-names.ts";
import { LOCAL_TIME_NAMES, type Holdback } from "../../contract/vocabulary.ts";
import { toDaySpans } from "../../domain/tasking/local-time.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { Account } from "../accounts.ts";
import { refuseBody, type Reply, type BodyFault } from "../http/reply.ts";
import {
  COLLECTION_TYPES,
  toRecordedType,
  findCollectionType,
  type CollectionType,
} from "../tasking/collection-types.ts";
import {
  makeWindowFields,
  makeStatusFields,
  type InnerState,
  type RequestKind,
  type RequestProperties,
  type RequestRecord,
} from "../tasking/tasking-request.ts";
import {
  readCustomAttributes,
  listExtraFields,
  requireMs,
  readPlacedField,
  checkNotOver,
  readSeriesFields,
  readTaskFields,
} from "./body-fields.ts";
import type { Handler, Call } from "./call.ts";
import { chooseProducts } from "./product-types.ts";
import { shapeRecord } from "./records.ts";

/** `POST /task`: stores a new single task. Errors: 422 with all faults. */
export const createTask: Handler = (call) => {
  const { nowMs } = call;
  const body = call.body as Feature;
  const properties = toJsonObject(body["properties"]);
  const faults: BodyFault[] = [];
  const closeMs = requireMs(properties["windowClose"]);
  checkNotOver("windowClose", closeMs, nowMs, faults);
  const fields = {
    ...makeSharedFields(call, body, faults),
    // Spec silent: the default tier of a task. The sandbox uses `standard`.
    tier: properties["collectionTier"] ?? "standard",
    own: readTaskFields(
      properties["taskingrequestName"] ?? "",
      properties["taskingrequestDescription"] ?? "",
      makeWindowFields(requireMs(properties["windowOpen"]), closeMs),
      properties["productCategory"],
    ),
    extra: listExtraFields(properties, TASK_NAMES.properties),
  };
  return createRequest(call, "task", fields, faults);
};

// Spec silent: the default interval of a series. The sandbox uses 7 days.
const DEFAULT_INTERVAL_DAYS = 7;

/** `POST /repeat-requests`: stores a new series. Errors: 422 with all faults. */
export const createRepeat: Handler = (call) => {
  const body = call.body as Feature;
  const properties = toJsonObject(body["properties"]);
  const faults: BodyFault[] = [];
  const fields = {
    ...makeSharedFields(call, body, faults),
    // Spec silent: the default tier of a series. The sandbox uses `routine`.
    tier: properties["collectionTier"] ?? "routine",
    // Both spellings are read; records use the spelling of the search fields.
    own: readSeriesFields(
      properties["repeatRequestName"] ?? properties["repeatrequestName"] ?? "",
      properties["repeatRequestDescription"] ?? properties["repeatrequestDescription"] ?? "",
      readRepetitionOfBody(call, properties, faults),
    ),
    extra: listExtraFields(properties, [...REPEAT_NAMES.properties, "repetitionCount"]),
  };
  return createRequest(call, "repeat", fields, faults, { series: { next: 0, completed: 0 } });
};

/** The body of either request. */
type Feature = JsonObject & { geometry: Point | Polygon };

/** Returns the fields that tasks and series have in the same places. */
function makeSharedFields({ sandbox, caller, settings }: Call, body: Feature, faults: BodyFault[]) {
  const properties = toJsonObject(body["properties"]);
  const rules = { organization: sandbox.organizations.read(caller.organizationId), settings };
  const given = toJsonObject(properties["processingConfig"])["productTypes"];
  faults.push(...findContractFaults(caller, body["contractId"]));
  return {
    geometry: readTarget(body.geometry),
    terms: readContractTerms(caller, body["contractId"]),
    collectionType: properties["collectionType"],
    collectConstraints: properties["collectConstraints"],
    archiveHoldback: properties["archiveHoldback"],
    processingConfig: chooseProducts(given, rules, faults),
    preApproval: readPlacedField(body, "preApproval") === true,
    customAttributes: readCustomAttributes(body),
  };
}

/** Reads the repetition of a body. Validation has refused a body with different values in the two places. */
function readRepetitionOfBody({ nowMs }: Call, properties: JsonObject, faults: BodyFault[]) {
  const repetition = toJsonObject(properties["repetitionProperties"]);
  const endMs = readTimestampMs(
    repetition["repeatEnd"] ?? repetition["repetitionEnd"] ?? properties["repeatEnd"],
  );
  const startMs = readTimestampMs(repetition["repeatStart"]) ?? nowMs;
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
function readTarget(geometry: Point | Polygon): Point | Polygon {
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

/**
 * Creates a request of the caller with defaults, status and id, and stores it with its first events. `faults` contains
 * earlier faults: all are refused together.
 */
export function createRequest(
  call: Call,
  kind: RequestKind,
  fields: NewRequest,
  faults: BodyFault[],
  inner: InnerState = {},
): Reply {
  const { sandbox, caller, settings, nowMs } = call;
  const { userId, organizationId } = caller;
  const { geometry, terms, preApproval } = fields;
  const type = readType(fields, faults);
  const collectConstraints = fillConstraints(fields.collectConstraints, type, faults);
  if (faults.length > 0) throw refuseBody(faults);
  const record = sandbox.store.database.transaction((): RequestRecord => {
    const id = sandbox.store.meta.nextId(kind);
    const properties: RequestProperties = {
      ...fields.extra,
      [kind === "task" ? "taskingrequestId" : "repeatrequestId"]: id,
      ...fields.own,
      ...fields.customAttributes,
      userId,
      organizationId,
      contractId: terms.contractId,
      resellerId: null,
      submissionTime: formatTimestamp(nowMs),
      collectionTier: fields.tier as string,
      collectionType: type.name,
      collectConstraints,
      archiveHoldback: (fields.archiveHoldback ?? terms.archiveHoldback) as string,
      processingConfig: fields.processingConfig,
      preApproval,
      ...makeFirstStatus(preApproval, settings.initialStatus, nowMs),
    };
    const made: RequestRecord = { type: "Feature", geometry, contractId: terms.contractId, properties };
    const { requests, events } = sandbox.tasking;
    const ids = { kind, id, userId, organizationId, repeatId: undefined, submittedMs: nowMs };
    requests.insert({ ...ids, record: made, inner });
    events.add({ atMs: nowMs + settings.estimateDelay * 1000, kind: "estimate", requestId: id });
    if (preApproval) sendToScheduler(call, kind, id);
    return made;
  });
  return { status: settings.createdStatus, json: shapeRecord(record, settings) };
}

/** Fields that new tasks and repeat requests share. */
interface NewRequest {
  geometry: Point | Polygon;
  terms: ContractTerms;
  /** The validated tier, or the default of the kind. */
  tier: unknown;
  /** The requested type; undefined for the default type of the geometry. */
  collectionType: unknown;
  collectConstraints: unknown;
  archiveHoldback: unknown;
  processingConfig: RequestProperties["processingConfig"];
  preApproval: boolean;
  customAttributes: JsonObject;
  /** The fields that only this kind of request has. */
  own: JsonObject;
  /** Fields outside the interface, kept unchanged, because they can be searched. */
  extra?: JsonObject;
}

// Spec silent: the default collection type. The sandbox uses `spotlight` for a point and `stripmap_100` for a polygon.
const DEFAULT_TYPES = { Point: "spotlight", Polygon: "stripmap_100" } as const;

/** Returns the collection type of a request. Faults: COLLECTION_TYPE_UNKNOWN. */
function readType({ geometry, collectionType }: NewRequest, faults: BodyFault[]): CollectionType {
  const fallback = findCollectionType(DEFAULT_TYPES[geometry.type]) as CollectionType;
  if (typeof collectionType !== "string") return fallback;
  const type = findCollectionType(collectionType);
  if (type !== undefined) return type;
  faults.push({
    code: "COLLECTION_TYPE_UNKNOWN",
    path: "properties.collectionType",
    message: `no collection type is called ${collectionType}; GET /collectiontypes lists them`,
  });
  return fallback;
}

// Spec silent: the state of a new request. The sandbox uses `review` (setting `initialStatus`).
function makeFirstStatus(isPreApproved: boolean, initialStatus: "review" | "received", nowMs: number) {
  if (isPreApproved) return makeStatusFields([], "submitted", "pre-approved: sent to the scheduler", nowMs);
  return initialStatus === "received"
    ? makeStatusFields([], "received", "received: its cost is being estimated", nowMs)
    : makeStatusFields([], "review", "waits for the approval of its cost", nowMs);
}

/** Schedules an approved request after `schedulerDelay`; a series creates its first tasks immediately. */
export function sendToScheduler(
  { sandbox: { tasking }, settings, nowMs }: Pick<Call, "sandbox" | "settings" | "nowMs">,
  kind: RequestKind,
  requestId: string,
): void {
  const atMs = nowMs + settings.schedulerDelay * 1000;
  if (kind === "task") tasking.events.add({ atMs, kind: "schedule", requestId });
  else {
    tasking.events.add({ atMs, kind: "accept-series", requestId });
    tasking.events.add({ atMs: nowMs, kind: "spawn", requestId });
  }
}

/** Holdbacks of an organization's contracts, in their order. */
const HOLDBACKS: readonly Holdback[] = ["none", "30_day"];

interface ContractTerms {
  contractId: string;
  archiveHoldback: Holdback;
}

// Spec silent: when `contractId` is required. The sandbox defaults to the organization's first contract.
/** Returns the contract of a request and its holdback. */
export function readContractTerms({ contractIds }: Account, given: unknown): ContractTerms {
  const contractId = typeof given === "string" && given !== "" ? given : (contractIds[0] ?? "");
  return { contractId, archiveHoldback: HOLDBACKS[contractIds.indexOf(contractId)] ?? "none" };
}

// Spec silent: the answer to a contract that the organization does not have. The sandbox refuses it with ENUM_INVALID,
// and answers the same for another organization's contract as for an unknown one.
/** Returns the faults of the `contractId` in a body. */
export function findContractFaults({ contractIds }: Account, given: unknown): BodyFault[] {
  if (given === undefined || given === "" || contractIds.some((id) => id === given)) return [];
  const shown = typeof given === "string" ? given : JSON.stringify(given);
  const message = `contractId ${shown} is not a contract of the organization, which has ${contractIds.join(" and ")}`;
  return [{ code: "ENUM_INVALID", path: "contractId", message }];
}

/** Replaces ranges of seconds that equal a named range by its name, and a list of one range by the range. */
function toPlainLocalTime(localTime: unknown): unknown {
  const spans = Array.isArray(localTime) ? toDaySpans(localTime) : undefined;
  if (spans === undefined) return localTime;
  const text = JSON.stringify(spans);
  const name = LOCAL_TIME_NAMES.find((one) => JSON.stringify(toDaySpans(one)) === text);
  return name ?? (spans.length === 1 ? spans[0] : spans);
}

/** Degrees of squint when a request allows squint without a maximum. */
const DEFAULT_SQUINT_DEGREES = 30;

const PATH = "properties.collectConstraints";

/**
 * Returns the constraints of a record: the given ones, the type's defaults for the rest, and those that only the type
 * sets. Faults: OFF_NADIR_ORDER against a default, COLLECT_MODE_CONFLICT.
 */
function fillConstraints(given: unknown, type: CollectionType, faults: BodyFault[]): Record<string, unknown> {
  const { ascDsc, collectMode, ...stated } = toJsonObject(given);
  const filled: Record<string, unknown> = { ...type.constraints, ...stated };
  if (stated["ascDesc"] === undefined && ascDsc !== undefined) filled["ascDesc"] = ascDsc;
  filled["localTime"] = toPlainLocalTime(filled["localTime"]);
  if (filled["squint"] !== undefined) filled["maxSquintAngle"] ??= DEFAULT_SQUINT_DEGREES;
  const { offNadirMin, offNadirMax } = filled;
  if ((offNadirMin as number) > (offNadirMax as number)) {
    faults.push({
      code: "OFF_NADIR_ORDER",
      path: `${PATH}.offNadirMin`,
      message: `offNadirMin ${String(offNadirMin)} exceeds offNadirMax ${String(offNadirMax)}`,
    });
  }
  if (typeof collectMode === "string" && collectMode !== type.collectMode) {
    faults.push({
      code: "COLLECT_MODE_CONFLICT",
      path: `${PATH}.collectMode`,
      message: `collectMode ${collectMode} is not that of ${type.name}, which is ${type.collectMode}`,
    });
  }
  return {
    ...filled,
    collectMode: type.collectMode,
    numLooks: type.numLooks,
    resolutionRange: type.resolutionRange,
    resolutionAzimuth: type.resolutionAzimuth,
    imageLength: type.sceneLengthKm,
    imageWidth: type.sceneWidthKm,
  };
}

/** Removes `squint: "disabled"`, which some clients write for no squint. */
export function toPlainConstraints(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const properties = toJsonObject(body["properties"]);
  const { squint, ...collectConstraints } = toJsonObject(properties["collectConstraints"]);
  return squint === "disabled" ? { ...body, properties: { ...properties, collectConstraints } } : body;
}
