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
  type RequestRecord,
  statusFields,
} from "../tasking/tasking-request.ts";
import type { Call } from "./call.ts";
import { fillConstraints } from "./constraints.ts";
import { shapeRecord } from "./records.ts";

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
  const type = typeOf(fields, faults);
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
      ...firstStatus(preApproval, settings.initialStatus, nowMs),
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
  /** Validated, or the kind's default. */
  tier: unknown;
  /** Undefined: the default type of the geometry. */
  collectionType: unknown;
  collectConstraints: unknown;
  archiveHoldback: unknown;
  processingConfig: RequestProperties["processingConfig"];
  preApproval: boolean;
  customAttributes: JsonObject;
  /** Fields of its kind only. */
  own: JsonObject;
  /** Fields outside the interface, kept unchanged, because they can be searched. */
  extra?: JsonObject;
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

// Spec silent: the state of a new request. The sandbox uses `review` (setting `initialStatus`).
function firstStatus(isPreApproved: boolean, initialStatus: "review" | "received", nowMs: number) {
  if (isPreApproved) return statusFields([], "submitted", "pre-approved: sent to the scheduler", nowMs);
  return initialStatus === "received"
    ? statusFields([], "received", "received: its cost is being estimated", nowMs)
    : statusFields([], "review", "waits for the approval of its cost", nowMs);
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
export function contractTerms({ contractIds }: Account, given: unknown): ContractTerms {
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
