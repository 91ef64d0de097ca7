import { toJsonObject, type JsonObject } from "../contract/json-object.ts";
import type { Fault } from "../errors.ts";
import { fold } from "./closest.ts";
import { advice, typed, type Hint } from "../hint.ts";

/** The contract of the environment or the profile. */
export interface ContractSetting {
  value: string | undefined;
  origin: string;
  /** The variable or the key of the profile. */
  source: string;
}

// Spec silent: which of two contracts applies. We refuse a request whose body has another contract than its option, or
// than the setting.
/**
 * Yields the fault of a body with another contract than the option, or than the setting if there is no option. The
 * contract decides who pays, so neither of two takes precedence. `given` is the body as typed.
 */
export function* findContractConflict(
  { contractId: own }: JsonObject,
  given: JsonObject,
  option: unknown,
  setting?: ContractSetting,
): Generator<Fault> {
  const other = option ?? setting?.value;
  if (typeof own !== "string" || typeof other !== "string" || own === other) return;
  const isProfile = setting?.origin === "profile";
  const source = setting && (isProfile ? `${setting.source} of the profile` : setting.source);
  yield {
    code: "PLACEMENT_CONFLICT",
    path: "contractId",
    value: own,
    ...(option === undefined ? source !== undefined && { flag: source } : { option: "contract" }),
    rule: "one contract for a request",
    message: `the contract ${other} differs from contractId ${own} of the body`,
    next: suggestOneContract(own, locateContract(given), option !== undefined),
  };
}

const suggestOneContract = (contractId: string, path: string, isOption: boolean): Hint =>
  isOption
    ? advice`Leave out --contract, or add ${typed("--set", `${path}=null`)} to use it`
    : advice`Add ${typed("--contract", contractId)}, or ${typed("--set", `${path}=null`)} for the other one`;

/** Returns the path at which the body has its contract. */
function locateContract(given: JsonObject): string {
  const nameIn = (members: JsonObject): string | undefined =>
    Object.keys(members).find((name) => fold(name) === "contractid");
  const inside = nameIn(toJsonObject(given["properties"]));
  return nameIn(given) ?? (inside === undefined ? "contractId" : `properties.${inside}`);
}
