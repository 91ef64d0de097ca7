import { readDegrees } from "../../contract/body-values.ts";
import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import type { Holdback, Tier, RepeatTier } from "../../contract/vocabulary.ts";
import {
  checkRetask,
  fillTaskRetask,
  fillCollectRetask,
  type OneTimeRequest,
  type OneTimeRetask,
  fillSeriesRetask,
  type SeriesRetask,
} from "../../domain/tasking/retask-defaults.ts";
import { DAY_MS } from "../../time/civil.ts";
import { isVisible } from "../archive/collect.ts";
import { type BodyFault, makeNotFound, Refusal } from "../http/reply.ts";
import { readRepetition } from "../tasking/series.ts";
import { type RequestRecord, makeWindowFields } from "../tasking/tasking-request.ts";
import {
  readCustomAttributes,
  requireMs,
  readPlacedField,
  retaskField,
  retaskMs,
  readSeriesFields,
  readTaskFields,
  checkNotOver,
} from "./body-fields.ts";
import type { Handler, Call } from "./call.ts";
import { readContractTerms, createRequest, findContractFaults } from "./create-request.ts";
import { chooseProducts } from "./product-types.ts";
import { findRequest } from "./records.ts";

/** `POST /task/{taskingRequestId}/retask`: requests the same point again. Errors: 404, 422. */
export const retaskTask: Handler = (call) => {
  const original = findRequest(call, "task", call.params["taskingRequestId"]);
  const { geometry, properties } = original.record;
  if (geometry.type === "Polygon") {
    throw new Refusal(
      422,
      "RETASK_POLYGON",
      `${original.id} has a polygon; only point tasks can be retasked`,
    );
  }
  const body = (call.body ?? {}) as JsonObject;
  const request = fillTaskRetask(
    {
      id: original.id,
      name: String(properties["taskingrequestName"]),
      description: String(properties["taskingrequestDescription"]),
      windowOpenMs: requireMs(properties["windowOpen"]),
      windowCloseMs: requireMs(properties["windowClose"]),
      tier: readSingleTier(properties.collectionTier),
      holdback: properties.archiveHoldback as Holdback,
    },
    readOneTimeRetask(body),
    call.nowMs,
  );
  const fields = {
    ...listInheritedFields(call, body, original.record),
    ...listOneTimeFields(request, properties["productCategory"]),
  };
  return createRequest(call, "task", fields, [...checkRetask(request), ...findBodyContractFaults(call)]);
};

/** Returns the faults of the contract that a retask sets, in either place of its body. */
const findBodyContractFaults = ({ caller, body }: Call): BodyFault[] =>
  findContractFaults(caller, readPlacedField(toJsonObject(body), "contractId"));

// Spec silent: the tier of a task from a series. The sandbox uses `standard` for its retask: single tasks have no
// `routine`.
const readSingleTier = (tier: string): Tier => (tier === "routine" ? "standard" : (tier as Tier));

/** `POST /collects/{collectId}/retask`: requests the centre of a collect. Errors: 404, 422. */
export const retaskCollect: Handler = async (call) => {
  const { sandbox, caller, settings, nowMs } = call;
  const collectId = call.params["collectId"] ?? "";
  const collect = (await sandbox.holdings()).findCollect(collectId, nowMs);
  if (collect === undefined || !isVisible(collect, caller.organizationId, nowMs)) {
    throw makeNotFound(`no collect has the id ${collectId}`);
  }
  const body = (call.body ?? {}) as JsonObject;
  const terms = readContractTerms(caller, readPlacedField(body, "contractId"));
  const request = fillCollectRetask(
    collect,
    {
      ...readOneTimeRetask(body),
      offNadirMin: readDegrees(retaskField(body, "offNadirMin")),
      offNadirMax: readDegrees(retaskField(body, "offNadirMax")),
    },
    nowMs,
    { windowLengthMs: measureWindowMs(call, collectId), holdback: terms.archiveHoldback },
  );
  const { offNadirMin, offNadirMax, productCategory } = request;
  const faults = [...checkRetask(request), ...findBodyContractFaults(call)];
  const rules = { organization: sandbox.organizations.read(caller.organizationId), settings };
  const fields = {
    ...listOneTimeFields(request, productCategory),
    geometry: { type: "Point" as const, coordinates: [...collect.center] },
    terms,
    // Spec silent: the fields that the retask of a collect inherits. The sandbox copies only the collection type.
    collectionType: collect.type.name,
    collectConstraints: { offNadirMin, offNadirMax },
    processingConfig: chooseProducts(undefined, rules, faults),
    preApproval: readPlacedField(body, "preApproval") === true,
    customAttributes: readCustomAttributes(body),
  };
  return createRequest(call, "task", fields, faults);
};

// Spec silent: the default window of a collect retask. The sandbox uses the minimum of the standard tier (setting
// `collectRetaskWindow`).
function measureWindowMs({ sandbox, settings }: Call, collectId: string): number {
  const standardMs = settings.standardMinWindow * 1000;
  if (settings.collectRetaskWindow === "standard") return standardMs;
  const { requests, collects } = sandbox.tasking;
  const taskId = collects.find(collectId, Infinity)?.taskId;
  if (taskId === undefined) return standardMs;
  return (requests.need(taskId).record.properties["windowDuration"] as number) * 1000;
}

/** `POST /repeat-request/{repeatRequestId}/retask`: requests the same series again. Errors: 404, 422. */
export const retaskRepeat: Handler = (call) => {
  const original = findRequest(call, "repeat", call.params["repeatRequestId"]);
  const { properties } = original.record;
  const body = (call.body ?? {}) as JsonObject;
  const before = readRepetition(original);
  const series = fillSeriesRetask(
    {
      id: original.id,
      name: String(properties["repeatrequestName"]),
      description: String(properties["repeatrequestDescription"]),
      repeatStartMs: before.startMs,
      intervalDays: before.intervalMs / DAY_MS,
      tier: properties.collectionTier as RepeatTier,
      holdback: properties.archiveHoldback as Holdback,
      repeatEndMs: before.endMs,
      repetitionCount: before.count,
    },
    readSeriesRetask(body),
    call.nowMs,
  );
  const faults = findBodyContractFaults(call);
  const { repeatStartMs, repeatEndMs } = series;
  if (repeatEndMs !== undefined)
    checkNotOver("repeatEnd", repeatEndMs, Math.max(repeatStartMs, call.nowMs), faults);
  const hasOwnWindow = before.windowMs !== before.intervalMs;
  const fields = {
    ...listInheritedFields(call, body, original.record),
    tier: series.tier,
    archiveHoldback: series.holdback,
    own: readSeriesFields(series.name, series.description, {
      startMs: repeatStartMs,
      endMs: repeatEndMs,
      intervalDays: series.intervalDays,
      count: series.repetitionCount,
      windowSeconds: hasOwnWindow ? before.windowMs / 1000 : undefined,
      framing: toJsonObject(properties["repetitionProperties"]),
    }),
  };
  return createRequest(call, "repeat", fields, faults, { series: { next: 0, completed: 0 } });
};

function readSeriesRetask(body: JsonObject): SeriesRetask {
  return {
    ...readSharedRetask(body),
    tier: retaskField(body, "collectionTier") as RepeatTier | undefined,
    repeatStartMs: retaskMs(body, "repeatStart"),
    intervalDays: retaskField(body, "repetitionInterval") as number | undefined,
    repeatEndMs: retaskMs(body, "repeatEnd") ?? retaskMs(body, "repetitionEnd"),
    repetitionCount: retaskField(body, "repetitionCount") as number | undefined,
    untilCanceled: retaskField(body, "untilCanceled") === true,
  };
}

/** Reads the body of a task or collect retask. */
function readOneTimeRetask(body: JsonObject): OneTimeRetask {
  return {
    ...readSharedRetask(body),
    tier: retaskField(body, "collectionTier") as Tier | undefined,
    windowOpenMs: retaskMs(body, "windowOpen"),
    windowCloseMs: retaskMs(body, "windowClose"),
  };
}

const readSharedRetask = (body: JsonObject) => ({
  name: retaskField(body, "retaskRequestName") as string | undefined,
  description: retaskField(body, "retaskRequestDescription") as string | undefined,
  holdback: retaskField(body, "archiveHoldback") as Holdback | undefined,
});

/** Returns the fields that a retask of a request copies. */
// Contract and pre-approval are inherited unless the body sets them (setting `retaskInheritsPreApproval`).
function listInheritedFields(
  call: Call,
  body: JsonObject,
  { geometry, contractId, properties }: RequestRecord,
) {
  const given = readPlacedField(body, "preApproval");
  const inherited = call.settings.retaskInheritsPreApproval && properties.preApproval;
  return {
    geometry,
    terms: readContractTerms(call.caller, readPlacedField(body, "contractId") ?? contractId),
    collectionType: properties.collectionType,
    collectConstraints: properties.collectConstraints,
    processingConfig: properties.processingConfig,
    preApproval: given === undefined ? inherited : given === true,
    customAttributes: readCustomAttributes({ properties }),
  };
}

/** Returns the fields of a new task that a retask sets. */
function listOneTimeFields(request: OneTimeRequest, productCategory: unknown) {
  return {
    tier: request.tier,
    archiveHoldback: request.holdback,
    own: readTaskFields(
      request.name,
      request.description,
      makeWindowFields(request.windowOpenMs, request.windowCloseMs),
      productCategory,
    ),
  };
}
