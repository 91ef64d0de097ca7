import type { Holdback } from "../../contract/vocabulary.ts";
import type { Account } from "../accounts.ts";

/** What the contracts of an organization say about new collects, in their order. */
const HOLDBACKS: readonly Holdback[] = ["none", "30_day"];

export interface ContractTerms {
  contractId: string;
  archiveHoldback: Holdback;
}

// Spec silent: when contractId must be given. We take the organization's first contract when there is none.
/** The contract that a request is made under, with the holdback that it sets. */
export function contractTerms({ contractIds }: Account, given: unknown): ContractTerms {
  const contractId = typeof given === "string" && given !== "" ? given : (contractIds[0] ?? "");
  return { contractId, archiveHoldback: HOLDBACKS[contractIds.indexOf(contractId)] ?? "none" };
}
