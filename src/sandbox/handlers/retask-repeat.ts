import type { Members } from "../../contract/members.ts";
import type { Holdback, RepeatTier } from "../../contract/vocabulary.ts";
import { retaskOfSeries, type SeriesRetask } from "../../domain/tasking/retask-defaults.ts";
import { DAY_MS } from "../../time/civil.ts";
import type { BodyFault } from "../http/refusal.ts";
import { contractTerms } from "../tasking/contract-terms.ts";
import { createRequest } from "../tasking/create-request.ts";
import { findRequest } from "../tasking/find-request.ts";
import { inheritedPreApproval } from "../tasking/one-time-retask.ts";
import { customAttributesOf, retaskField, retaskMs } from "../tasking/read-body-fields.ts";
import { repetitionFields } from "../tasking/repetition-fields.ts";
import { repetitionOf } from "../tasking/series.ts";
import { checkNotOver } from "../tasking/window-fields.ts";
import type { Handler } from "./handler.ts";

/** `POST /repeat-request/{repeatRequestId}/retask`: the same series again, with a framing of its own. Errors: 404, 422. */
export const retaskRepeat: Handler = (call) => {
  const original = findRequest(call, "repeat", call.params["repeatRequestId"]);
  const { geometry, contractId, properties } = original.record;
  const body = (call.body ?? {}) as Members;
  const before = repetitionOf(original);
  const series = retaskOfSeries(
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
  const faults: BodyFault[] = [];
  const { repeatStartMs, repeatEndMs } = series;
  if (repeatEndMs !== undefined)
    checkNotOver("repeatEnd", repeatEndMs, Math.max(repeatStartMs, call.nowMs), faults);
  const { maintainSceneFraming, lookAngleTolerance, azimuthAngleTolerance } = properties[
    "repetitionProperties"
  ] as Members;
  const hasOwnWindow = before.windowMs !== before.intervalMs;
  const wish = {
    geometry,
    terms: contractTerms(call.caller, contractId),
    tier: series.tier,
    collectionType: properties.collectionType,
    collectConstraints: properties.collectConstraints,
    archiveHoldback: series.holdback,
    processingConfig: properties.processingConfig,
    preApproval: inheritedPreApproval(call, body, properties.preApproval),
    customAttributes: customAttributesOf({ properties }),
    own: {
      repeatrequestName: series.name,
      repeatrequestDescription: series.description,
      taskingrequestId: null,
      taskingrequestName: null,
      ...repetitionFields({
        startMs: repeatStartMs,
        endMs: repeatEndMs,
        intervalDays: series.intervalDays,
        count: series.repetitionCount,
        windowSeconds: hasOwnWindow ? before.windowMs / 1000 : undefined,
        maintainSceneFraming: maintainSceneFraming === true,
        lookAngleTolerance,
        azimuthAngleTolerance,
      }),
    },
    extra: {},
  };
  return createRequest(call, "repeat", wish, faults, { series: { next: 0, completed: 0 } });
};

function readSeriesRetask(body: Members): SeriesRetask {
  return {
    name: retaskField(body, "retaskRequestName") as string | undefined,
    description: retaskField(body, "retaskRequestDescription") as string | undefined,
    repeatStartMs: retaskMs(body, "repeatStart"),
    intervalDays: retaskField(body, "repetitionInterval") as number | undefined,
    repeatEndMs: retaskMs(body, "repeatEnd") ?? retaskMs(body, "repetitionEnd"),
    repetitionCount: retaskField(body, "repetitionCount") as number | undefined,
    untilCanceled: retaskField(body, "untilCanceled") === true,
    tier: retaskField(body, "collectionTier") as RepeatTier | undefined,
    holdback: retaskField(body, "archiveHoldback") as Holdback | undefined,
  };
}
