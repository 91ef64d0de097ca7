import type { Members } from "../../contract/members.ts";
import type { Holdback, Tier } from "../../contract/vocabulary.ts";
import { retaskFaults, retaskOfTask } from "../../domain/tasking/retask-defaults.ts";
import { type BodyFault, Refusal } from "../http/refusal.ts";
import { contractTerms } from "../tasking/contract-terms.ts";
import { createRequest } from "../tasking/create-request.ts";
import { findRequest } from "../tasking/find-request.ts";
import { inheritedPreApproval, oneTimeWish, readOneTimeRetask } from "../tasking/one-time-retask.ts";
import { customAttributesOf, needMs } from "../tasking/read-body-fields.ts";
import type { Handler } from "./handler.ts";

/** `POST /task/{taskingRequestId}/retask`: the same point again. Errors: 404, 422 RETASK_POLYGON and those of the body. */
export const retaskTask: Handler = (call) => {
  const original = findRequest(call, "task", call.params["taskingRequestId"]);
  const { geometry, contractId, properties } = original.record;
  if (geometry.type === "Polygon") {
    throw new Refusal(
      422,
      "RETASK_POLYGON",
      `${original.id} has a polygon; only point tasks can be retasked`,
    );
  }
  const body = (call.body ?? {}) as Members;
  const request = retaskOfTask(
    {
      id: original.id,
      name: String(properties["taskingrequestName"]),
      description: String(properties["taskingrequestDescription"]),
      windowOpenMs: needMs(properties["windowOpen"]),
      windowCloseMs: needMs(properties["windowClose"]),
      tier: singleTier(properties.collectionTier),
      holdback: properties.archiveHoldback as Holdback,
    },
    readOneTimeRetask(body),
    call.nowMs,
  );
  const { productCategory } = properties;
  const wish = {
    ...oneTimeWish(request, productCategory),
    geometry,
    terms: contractTerms(call.caller, contractId),
    collectionType: properties.collectionType,
    collectConstraints: properties.collectConstraints,
    processingConfig: properties.processingConfig,
    preApproval: inheritedPreApproval(call, body, properties.preApproval),
    customAttributes: customAttributesOf({ properties }),
    extra: {},
  };
  const faults: BodyFault[] = retaskFaults(request);
  return createRequest(call, "task", wish, faults);
};

// Spec silent: the tier of a task that a series of tier `routine` made. A single task has no such tier: we take standard.
const singleTier = (tier: string): Tier => (tier === "routine" ? "standard" : (tier as Tier));
