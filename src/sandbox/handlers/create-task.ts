import { TASK_NAMES } from "../../contract/member-names.ts";
import { membersOf, type Members } from "../../contract/members.ts";
import type { Point, Polygon } from "../../geo/geojson.ts";
import type { BodyFault } from "../http/refusal.ts";
import { chooseProducts } from "../tasking/choose-products.ts";
import { contractTerms } from "../tasking/contract-terms.ts";
import { createRequest } from "../tasking/create-request.ts";
import { customAttributesOf, extraFields, needMs, placedField } from "../tasking/read-body-fields.ts";
import { targetOf } from "../tasking/target.ts";
import { checkNotOver, windowFields } from "../tasking/window-fields.ts";
import type { Handler } from "./handler.ts";

/** `POST /task`: stores a new single task. Errors: 422 with every fault. */
export const createTask: Handler = (call) => {
  const { sandbox, caller, settings, nowMs } = call;
  const body = call.body as Members & { geometry: Point | Polygon };
  const properties = membersOf(body["properties"]);
  const faults: BodyFault[] = [];
  const closeMs = needMs(properties["windowClose"]);
  checkNotOver("windowClose", closeMs, nowMs, faults);
  const { productCategory } = properties;
  const rules = { organization: sandbox.organizations.read(caller.organizationId), settings };
  const given = membersOf(properties["processingConfig"])["productTypes"];
  const wish = {
    geometry: targetOf(body.geometry),
    terms: contractTerms(caller, body["contractId"]),
    // Spec silent: the default tier of a task. We take standard.
    tier: properties["collectionTier"] ?? "standard",
    collectionType: properties["collectionType"],
    collectConstraints: properties["collectConstraints"],
    archiveHoldback: properties["archiveHoldback"],
    processingConfig: chooseProducts(given, rules, faults),
    preApproval: placedField(body, "preApproval") === true,
    customAttributes: customAttributesOf(body),
    own: {
      taskingrequestName: properties["taskingrequestName"] ?? "",
      taskingrequestDescription: properties["taskingrequestDescription"] ?? "",
      repeatrequestId: null,
      repeatrequestName: null,
      repeatrequestDescription: null,
      ...windowFields(needMs(properties["windowOpen"]), closeMs),
      transactionStatus: "",
      ...(productCategory === undefined ? {} : { productCategory }),
    },
    extra: extraFields(properties, TASK_NAMES.properties),
  };
  return createRequest(call, "task", wish, faults);
};
