import type { Members } from "../../contract/members.ts";
import type { Holdback, Tier } from "../../contract/vocabulary.ts";
import type { OneTimeRequest, OneTimeRetask } from "../../domain/tasking/retask-defaults.ts";
import type { Call } from "../call.ts";
import { placedField, retaskField, retaskMs } from "./read-body-fields.ts";
import { windowFields } from "./window-fields.ts";

/** What the body of a task or collect retask says. */
export function readOneTimeRetask(body: Members): OneTimeRetask {
  return {
    name: retaskField(body, "retaskRequestName") as string | undefined,
    description: retaskField(body, "retaskRequestDescription") as string | undefined,
    windowOpenMs: retaskMs(body, "windowOpen"),
    windowCloseMs: retaskMs(body, "windowClose"),
    tier: retaskField(body, "collectionTier") as Tier | undefined,
    holdback: retaskField(body, "archiveHoldback") as Holdback | undefined,
  };
}

/** The members of a new task that a retask has decided. */
export function oneTimeWish(request: OneTimeRequest, productCategory: unknown) {
  return {
    tier: request.tier,
    archiveHoldback: request.holdback,
    own: {
      taskingrequestName: request.name,
      taskingrequestDescription: request.description,
      repeatrequestId: null,
      repeatrequestName: null,
      repeatrequestDescription: null,
      ...windowFields(request.windowOpenMs, request.windowCloseMs),
      transactionStatus: "",
      ...(productCategory === undefined ? {} : { productCategory }),
    },
  };
}

// Spec silent: whether pre-approval is inherited. We count it among "all other properties", unless the setting says no or
// the body has its own.
export function inheritedPreApproval({ settings }: Call, body: Members, original: boolean): boolean {
  const given = placedField(body, "preApproval");
  return given === undefined ? settings.retaskInheritsPreApproval && original : given === true;
}
