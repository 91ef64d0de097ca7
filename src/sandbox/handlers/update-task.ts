import { msOf } from "../../contract/body-values.ts";
import { canEditProducts } from "../../domain/tasking/request-states.ts";
import { type BodyFault, Refusal, refuseBody } from "../http/refusal.ts";
import { answerRecord } from "../tasking/answer-record.ts";
import { changeProducts } from "../tasking/choose-products.ts";
import { findRequest } from "../tasking/find-request.ts";
import type { Handler } from "./handler.ts";

interface TaskUpdate {
  properties: { processingConfig: { productTypes: string[] } };
}

/** `PATCH /tasks/{id}`: other product types. Errors: 404, 409 PRODUCT_EDIT_CUTOFF, 422. Other members change nothing. */
export const updateTask: Handler = (call) => {
  const { sandbox, settings, nowMs } = call;
  return sandbox.store.database.transaction(() => {
    const task = findRequest(call, "task", call.params["id"]);
    const { properties } = task.record;
    // Spec silent: which time is the expected one. We take that of the plan; without a plan there is no cutoff.
    const expected = properties["expectedCollectionTime"];
    if (!canEditProducts(nowMs, msOf(expected))) {
      throw new Refusal(
        409,
        "PRODUCT_EDIT_CUTOFF",
        `${task.id} is collected at ${String(expected)}; its product types can be changed until 3 hours before`,
      );
    }
    const { productTypes } = (call.body as TaskUpdate).properties.processingConfig;
    const faults: BodyFault[] = [];
    const rules = { organization: sandbox.organizations.read(task.organizationId), settings };
    const processingConfig = changeProducts(productTypes, properties.processingConfig, rules, faults);
    if (faults.length > 0) throw refuseBody(faults);
    properties.processingConfig = processingConfig;
    sandbox.tasking.requests.update(task);
    return { json: answerRecord(task, settings) };
  });
};
