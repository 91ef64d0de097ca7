import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import { toDaySpans } from "../../domain/tasking/local-time.ts";
import type { Account } from "../accounts.ts";
import { makeNotFound } from "../http/reply.ts";
import type { Order } from "../orders/orders-table.ts";
import type { SandboxSettings } from "../settings.ts";
import type {
  RequestKind,
  TaskingRequest,
  RequestProperties,
  RequestRecord,
  StatusCode,
} from "../tasking/tasking-request.ts";
import type { Call } from "./call.ts";

const NAMES: Record<RequestKind, string> = { task: "task", repeat: "repeat request" };

// Spec silent: who may see, approve, retask and edit a request, and see its orders. The sandbox allows the owner and
// managers of the same organization; others get 404.
export function findRequest(
  { sandbox, caller }: Pick<Call, "sandbox" | "caller">,
  kind: RequestKind,
  id: string | undefined,
): TaskingRequest {
  const request = sandbox.tasking.requests.find(kind, id ?? "");
  if (request === undefined || !canView(caller, request)) {
    throw makeNotFound(`no ${NAMES[kind]} has the id ${id}`);
  }
  return request;
}

// Orders are visible to their owner and to managers of the same organization.
export function findOrder({ sandbox, caller }: Pick<Call, "sandbox" | "caller">, id = ""): Order {
  const order = sandbox.orders.find(id);
  if (order === undefined || !canView(caller, order)) {
    throw makeNotFound(`no order has the id ${id}`, "ORDER_NOT_FOUND");
  }
  return order;
}

const canView = (
  caller: Account,
  { userId, organizationId }: Pick<Order, "userId" | "organizationId">,
): boolean =>
  userId === caller.userId ||
  (organizationId === caller.organizationId && caller.roles.includes("organization-manager"));

/** Fields that some services put beside `properties`. */
const ROOT_FIELDS = [
  "taskingrequestId",
  "repeatrequestId",
  "preApproval",
  "transactionStatus",
  "order",
  "costPerImageEstimate",
  "lastStatusCode",
  "statusHistory",
];

// Spec silent: the place of a record's fields. The sandbox puts them under `properties` (setting `recordPlacement`).
/** Returns a request's record in the form of the settings. */
export function shapeRecord(record: RequestRecord, settings: SandboxSettings): object {
  const { dialect, recordForm, recordPlacement, localTimeStyle, statusWords } = settings;
  let shaped = localTimeStyle === "nested" ? withNestedTime(record) : record;
  if (statusWords === "wide") shaped = withWideWords(shaped);
  if (recordForm === "recorded") return toRecorded(shaped);
  if (dialect.ascDescKey === "ascDsc") shaped = withAscDsc(shaped);
  if (recordPlacement === "properties") return shaped;
  const entries = Object.entries(shaped.properties);
  const isRoot = ([name]: [string, unknown]): boolean => ROOT_FIELDS.includes(name);
  return {
    ...shaped,
    ...Object.fromEntries(entries.filter(isRoot)),
    properties: Object.fromEntries(entries.filter((entry) => !isRoot(entry))),
  };
}

/** Names of transaction states in public clients, by status. */
const TRANSACTION_WORDS: Readonly<Record<string, string>> = {
  received: "pending-cost-calculation",
  completed: "completed",
  rejected: "customer-rejected",
};

/** Renames states as some services do: an accepted request is `active`, and the transaction has more states. */
function withWideWords(record: RequestRecord): RequestRecord {
  const { lastStatusCode, statusHistory, transactionStatus, ...rest } = record.properties;
  const widen = (code: string): StatusCode => (code === "accepted" ? "active" : code) as StatusCode;
  const properties: RequestProperties = {
    ...rest,
    lastStatusCode: widen(lastStatusCode),
    statusHistory: statusHistory.map((entry) => ({ ...entry, code: widen(entry.code) })),
    ...(transactionStatus === undefined
      ? {}
      : { transactionStatus: TRANSACTION_WORDS[lastStatusCode] ?? transactionStatus }),
  };
  return { ...record, properties };
}

function withAscDsc(record: RequestRecord): RequestRecord {
  const { ascDesc, ...rest } = record.properties.collectConstraints;
  return {
    ...record,
    properties: { ...record.properties, collectConstraints: { ...rest, ascDsc: ascDesc } },
  };
}

function withNestedTime(record: RequestRecord): RequestRecord {
  const { collectConstraints } = record.properties;
  const { localTime } = collectConstraints;
  const ranges = (toDaySpans(localTime) ?? []).flatMap(([start, end]) =>
    start < end
      ? [[start, end]]
      : [
          [start, 86_400],
          [0, end],
        ],
  );
  const properties = {
    ...record.properties,
    collectConstraints: { ...collectConstraints, localTime: ranges },
  };
  return { ...record, properties };
}

// Spec silent: the response to a changed status. The sandbox returns the whole record (setting `statusReply`).
/** Returns the response to a status patch. */
export function answerStatus(request: TaskingRequest, settings: SandboxSettings): unknown {
  const { lastStatusCode, statusHistory } = request.record.properties;
  switch (settings.statusReply) {
    case "status":
      return { status: lastStatusCode };
    case "code":
      return { code: lastStatusCode };
    case "history":
      return settings.recordForm === "recorded"
        ? (toRecorded(request.record) as { properties: { statusHistory: unknown } }).properties.statusHistory
        : statusHistory;
    case "empty":
      return undefined;
    case "record":
      return shapeRecord(request.record, settings);
  }
}

// Records with the members of a recorded deployment (setting `recordForm`).

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
function shapeConstraints(given: JsonObject): JsonObject {
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
const shapeSharedFields = (properties: RequestRecord["properties"]) => ({
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
function toRecorded({ type, geometry, properties }: RequestRecord): object {
  return {
    type,
    geometry,
    properties: properties["repetitionProperties"] === undefined ? toTask(properties) : toSeries(properties),
  };
}

function toTask(properties: RequestRecord["properties"]): object {
  const { collectConstraints, processingConfig } = properties;
  return {
    ...shapeSharedFields(properties),
    taskingrequestId: properties["taskingrequestId"],
    taskingrequestName: properties["taskingrequestName"],
    taskingrequestDescription: properties["taskingrequestDescription"],
    taskingrequestType: "standard",
    repeatrequestId: properties["repeatrequestId"] ?? null,
    windowOpen: properties["windowOpen"],
    windowDuration: properties["windowDuration"],
    windowClose: properties["windowClose"],
    collectConstraints: shapeConstraints(collectConstraints),
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
  const repetition = toJsonObject(properties["repetitionProperties"]);
  const costPerImageEstimate = properties["costPerImageEstimate"];
  return {
    ...shapeSharedFields(properties),
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
    collectConstraints: { ...SERIES_CONSTRAINTS, ...shapeConstraints(collectConstraints) },
    parentRepeatrequest: null,
    ...(costPerImageEstimate !== undefined && { costPerImageEstimate }),
    processingConfig: { productTypes: processingConfig.productTypes, isSandbox: true },
  };
}
