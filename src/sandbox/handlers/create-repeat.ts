import { REPEAT_NAMES } from "../../contract/member-names.ts";
import { membersOf, type Members } from "../../contract/members.ts";
import { msOf } from "../../contract/body-values.ts";
import type { Point } from "../../geo/geojson.ts";
import type { Call } from "../call.ts";
import type { BodyFault } from "../http/refusal.ts";
import { chooseProducts } from "../tasking/choose-products.ts";
import { contractTerms } from "../tasking/contract-terms.ts";
import { createRequest } from "../tasking/create-request.ts";
import { customAttributesOf, extraFields, placedField } from "../tasking/read-body-fields.ts";
import { repetitionFields } from "../tasking/repetition-fields.ts";
import { targetOf } from "../tasking/target.ts";
import { checkNotOver } from "../tasking/window-fields.ts";
import type { Handler } from "./handler.ts";

// Spec silent: the interval of a series that names none. We take 7 days.
const DEFAULT_INTERVAL_DAYS = 7;

/** `POST /repeat-requests`: stores a new series. Errors: 422 with every fault. */
export const createRepeat: Handler = (call) => {
  const { sandbox, caller, settings } = call;
  const body = call.body as Members & { geometry: Point };
  const properties = membersOf(body["properties"]);
  const faults: BodyFault[] = [];
  const rules = { organization: sandbox.organizations.read(caller.organizationId), settings };
  const given = membersOf(properties["processingConfig"])["productTypes"];
  const wish = {
    geometry: targetOf(body.geometry),
    terms: contractTerms(caller, body["contractId"]),
    // Spec silent: the default tier of a series. We take routine.
    tier: properties["collectionTier"] ?? "routine",
    collectionType: properties["collectionType"],
    collectConstraints: properties["collectConstraints"],
    archiveHoldback: properties["archiveHoldback"],
    processingConfig: chooseProducts(given, rules, faults),
    preApproval: placedField(body, "preApproval") === true,
    customAttributes: customAttributesOf(body),
    own: {
      // Both spellings come in; records have the one of the search fields.
      repeatrequestName: properties["repeatRequestName"] ?? properties["repeatrequestName"] ?? "",
      repeatrequestDescription:
        properties["repeatRequestDescription"] ?? properties["repeatrequestDescription"] ?? "",
      taskingrequestId: null,
      taskingrequestName: null,
      ...repetitionOfBody(call, properties, faults),
    },
    extra: extraFields(properties, REPEAT_NAMES.properties),
  };
  return createRequest(call, "repeat", wish, faults, { series: { next: 0, completed: 0 } });
};

/** The contract has seen to it that no two places of the body disagree. */
function repetitionOfBody({ nowMs }: Call, properties: Members, faults: BodyFault[]): object {
  const repetition = membersOf(properties["repetitionProperties"]);
  const endMs = msOf(repetition["repeatEnd"] ?? repetition["repetitionEnd"] ?? properties["repeatEnd"]);
  const startMs = msOf(repetition["repeatStart"]) ?? nowMs;
  if (endMs !== undefined)
    checkNotOver("repetitionProperties.repeatEnd", endMs, Math.max(startMs, nowMs), faults);
  const { windowDuration } = properties;
  return repetitionFields({
    startMs,
    endMs,
    intervalDays: (repetition["repetitionInterval"] as number | undefined) ?? DEFAULT_INTERVAL_DAYS,
    count: (repetition["repetitionCount"] ?? properties["repetitionCount"]) as number | undefined,
    windowSeconds: typeof windowDuration === "number" && windowDuration > 0 ? windowDuration : undefined,
    maintainSceneFraming: repetition["maintainSceneFraming"] === true,
    lookAngleTolerance: repetition["lookAngleTolerance"],
    azimuthAngleTolerance: repetition["azimuthAngleTolerance"],
  });
}
