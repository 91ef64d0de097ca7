import type { Members } from "../../contract/members.ts";
import { degreesOf } from "../../contract/body-values.ts";
import { retaskFaults, retaskOfCollect } from "../../domain/tasking/retask-defaults.ts";
import { isVisible } from "../archive/collect.ts";
import type { Call } from "../call.ts";
import { type BodyFault, Refusal } from "../http/refusal.ts";
import { chooseProducts } from "../tasking/choose-products.ts";
import { contractTerms } from "../tasking/contract-terms.ts";
import { createRequest } from "../tasking/create-request.ts";
import { oneTimeWish, readOneTimeRetask } from "../tasking/one-time-retask.ts";
import { customAttributesOf, placedField, retaskField } from "../tasking/read-body-fields.ts";
import type { Handler } from "./handler.ts";

/** `POST /collects/{collectId}/retask`: a point at the centre of a collect. Errors: 404 and those of the body. */
export const retaskCollect: Handler = async (call) => {
  const { sandbox, caller, settings, nowMs } = call;
  const collectId = call.params["collectId"] ?? "";
  const collect = (await sandbox.holdings()).findCollect(collectId, nowMs);
  if (collect === undefined || !isVisible(collect, caller.organizationId, nowMs)) {
    throw new Refusal(404, "NOT_FOUND", `no collect has the id ${collectId}`);
  }
  const body = (call.body ?? {}) as Members;
  const terms = contractTerms(caller, placedField(body, "contractId"));
  const request = retaskOfCollect(
    collect,
    {
      ...readOneTimeRetask(body),
      offNadirMin: degreesOf(retaskField(body, "offNadirMin")),
      offNadirMax: degreesOf(retaskField(body, "offNadirMax")),
    },
    nowMs,
    { windowLengthMs: windowLengthMs(call, collectId), holdback: terms.archiveHoldback },
  );
  const { offNadirMin, offNadirMax, productCategory } = request;
  const faults: BodyFault[] = retaskFaults(request);
  const rules = { organization: sandbox.organizations.read(caller.organizationId), settings };
  const wish = {
    ...oneTimeWish(request, productCategory),
    geometry: { type: "Point" as const, coordinates: [...collect.center] },
    terms,
    // Spec silent: what else a retask of a collect inherits. We take the collection type of the collect and no other constraint.
    collectionType: collect.type.name,
    collectConstraints: { offNadirMin: hundredths(offNadirMin), offNadirMax: hundredths(offNadirMax) },
    processingConfig: chooseProducts(undefined, rules, faults),
    preApproval: placedField(body, "preApproval") === true,
    customAttributes: customAttributesOf(body),
    extra: {},
  };
  return createRequest(call, "task", wish, faults);
};

/** 32.17 + 5 is not a number of hundredths in binary. */
const hundredths = (degrees: number): number => Math.round(degrees * 100) / 100;

// Spec silent: the default `windowClose` of a collect retask (it is stated in two ways). We take the standard tier's minimum; the setting has the original's window.
function windowLengthMs({ sandbox, settings }: Call, collectId: string): number {
  const standardMs = settings.standardMinWindow * 1000;
  if (settings.collectRetaskWindow === "standard") return standardMs;
  const { requests, collects } = sandbox.tasking;
  const taskId = collects.find(collectId, Infinity)?.taskId;
  if (taskId === undefined) return standardMs;
  return (requests.need("task", taskId).record.properties["windowDuration"] as number) * 1000;
}
