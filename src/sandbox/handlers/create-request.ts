import type { JsonObject } from "../../contract/json-object.ts";
import type { Holdback } from "../../contract/vocabulary.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { Account } from "../accounts.ts";
import type { Reply } from "../http/exchange.ts";
import { type BodyFault, refuseBody } from "../http/refusal.ts";
import { type CollectionType, collectionTypeNamed } from "../tasking/collection-types.ts";
import {
  type InnerState,
  type RequestKind,
  type RequestProperties,
  type TaskingRequest,
  statusFields,
} from "../tasking/tasking-request.ts";
import type { Call } from "./call.ts";
import { fillConstraints } from "./constraints.ts";
import { answerRecord } from "./records.ts";

/** Creates and stores a request in one transaction, with the next id, and returns its record. */
export function createRequest(
  call: Call,
  kind: RequestKind,
  fields: NewRequest,
  faults: BodyFault[],
  inner: InnerState = {},
): Reply {
  const request = call.sandbox.store.database.transaction(() => {
    const made = makeRequest(call, kind, fields, faults, inner);
    saveRequest(call, made);
    return made;
  });
  return { status: call.settings.createdStatus, json: answerRecord(request, call.settings) };
}

/** Fields that new tasks and repeat requests share. */
interface NewRequest {
  geometry: Point | Polygon;
  terms: ContractTerms;
  /** Validated, or the kind's default. */
  tier: unknown;
  /** Undefined: the default type of the geometry. */
  collectionType: unknown;
  collectConstraints: unknown;
  archiveHoldback: unknown;
  processingConfig: RequestProperties["processingConfig"];
  preApproval: boolean;
  customAttributes: { customAttribute1?: unknown; customAttribute2?: unknown };
  /** Fields of its kind only. */
  own: JsonObject;
  /** Fields outside the interface, kept unchanged, because they can be searched. */
  extra: JsonObject;
}

// Spec silent: the default collection type. The sandbox uses `spotlight` for a point and `stripmap_100` for a polygon.
const DEFAULT_TYPES = { Point: "spotlight", Polygon: "stripmap_100" } as const;

/** Returns the collection type of a request. Faults: COLLECTION_TYPE_UNKNOWN. */
function typeOf({ geometry, collectionType }: NewRequest, faults: BodyFault[]): CollectionType {
  const fallback = collectionTypeNamed(DEFAULT_TYPES[geometry.type]) as CollectionType;
  if (typeof collectionType !== "string") return fallback;
  const type = collectionTypeNamed(collectionType);
  if (type !== undefined) return type;
  faults.push({
    code: "COLLECTION_TYPE_UNKNOWN",
    path: "properties.collectionType",
    message: `no collection type is called ${collectionType}; GET /collectiontypes lists them`,
  });
  return fallback;
}

/**
 * Builds a new request of the caller with defaults, status and id; does not store it. `faults` contains earlier
 * faults: all are refused together.
 */
function makeRequest(
  { sandbox, caller, settings, nowMs }: Call,
  kind: RequestKind,
  fields: NewRequest,
  faults: BodyFault[],
  inner: InnerState = {},
): TaskingRequest {
  const type = typeOf(fields, faults);
  const collectConstraints = fillConstraints(fields.collectConstraints, type, faults);
  if (faults.length > 0) throw refuseBody(faults);
  const id = sandbox.store.meta.nextId(kind);
  const { userId, organizationId } = caller;
  const properties: RequestProperties = {
    ...fields.extra,
    [kind === "task" ? "taskingrequestId" : "repeatrequestId"]: id,
    ...fields.own,
    ...fields.customAttributes,
    userId,
    organizationId,
    contractId: fields.terms.contractId,
    resellerId: null,
    submissionTime: formatTimestamp(nowMs),
    collectionTier: fields.tier as string,
    collectionType: type.name,
    collectConstraints,
    archiveHoldback: (fields.archiveHoldback ?? fields.terms.archiveHoldback) as string,
    processingConfig: fields.processingConfig,
    preApproval: fields.preApproval,
    ...firstStatus(fields.preApproval, settings.initialStatus, nowMs),
  };
  const record = {
    type: "Feature" as const,
    geometry: fields.geometry,
    contractId: fields.terms.contractId,
    properties,
  };
  return {
    kind,
    id,
    userId,
    organizationId,
    repeatId: undefined,
    submittedMs: nowMs,
    record,
    inner,
  };
}

// Spec silent: the state of a new request. The sandbox uses `review` (setting `initialStatus`).
function firstStatus(isPreApproved: boolean, initialStatus: "review" | "received", nowMs: number) {
  if (isPreApproved) return statusFields([], "submitted", "pre-approved: sent to the scheduler", nowMs);
  return initialStatus === "received"
    ? statusFields([], "received", "received: its cost is being estimated", nowMs)
    : statusFields([], "review", "waits for the approval of its cost", nowMs);
}

type SchedulingContext = Pick<Call, "sandbox" | "settings" | "nowMs">;

/** Stores a new request and its resulting events. */
function saveRequest(context: SchedulingContext, request: TaskingRequest): void {
  const { requests, events } = context.sandbox.tasking;
  const { id: requestId, kind, record } = request;
  requests.insert(request);
  events.add({ atMs: context.nowMs + context.settings.estimateDelay * 1000, kind: "estimate", requestId });
  if (record.properties.lastStatusCode === "submitted") sendToScheduler(context, kind, requestId);
}

/** Schedules an approved request after `schedulerDelay`; a series creates its first tasks immediately. */
export function sendToScheduler(
  { sandbox: { tasking }, settings, nowMs }: SchedulingContext,
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
export function contractTerms({ contractIds }: Account, given: unknown): ContractTerms {
  const contractId = typeof given === "string" && given !== "" ? given : (contractIds[0] ?? "");
  return { contractId, archiveHoldback: HOLDBACKS[contractIds.indexOf(contractId)] ?? "none" };
}
