/** The contract of an order, which is a member of its body. */
import { isJsonObject, toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import type { OrderItem } from "../../contract/order-item.ts";
import type { Fault } from "../../errors.ts";
import { fold } from "../closest.ts";
import { findContractConflict } from "../contract-findings.ts";

export interface ContractedOrder {
  items: OrderItem[];
  contractId?: string;
  faults: Fault[];
  notes: string[];
}

/** Returns the member with a contract, in any spelling. */
export const findContract = (members: unknown): unknown =>
  Object.entries(toJsonObject(members)).find(([name]) => fold(name) === "contractid")?.[1];

// Spec silent: the contract of an order. We send `contractId` at the root of the body, as deployments take it. A contract that all items
// have is moved there.
/**
 * Returns the items without contracts, and the contract of the order: that of the body, of the option, or of all items. An order with two
 * contracts is a fault, and so is an order in which only some items have a contract. The contract of the profile is for new tasks.
 */
export function separateContract(
  body: JsonObject,
  items: readonly OrderItem[],
  { given = body, option }: { given?: JsonObject; option?: string | undefined } = {},
): ContractedOrder {
  const faults = [...findContractConflict(body, given, option)];
  const known = option ?? body["contractId"];
  const contracts = items.map(findContract);
  const [inItems] = new Set(contracts.filter((one) => one !== undefined));
  const isPart = inItems !== undefined && known === undefined && contracts.includes(undefined);
  const other = contracts.find((one) => one !== undefined && one !== (known ?? inItems));
  const isOther = other !== undefined;
  if (isPart || isOther)
    faults.push({
      code: "PLACEMENT_CONFLICT",
      path: "items",
      value: inItems,
      rule: "one contract for an order",
      message: isOther
        ? `the contract ${JSON.stringify(other)} of an item differs from ${JSON.stringify(known ?? inItems)}`
        : `only some items have the contract ${JSON.stringify(inItems)}, and an order has one contract`,
      next: "Order the items of each contract alone, with --contract",
    });
  const contractId = known ?? inItems;
  const notes =
    inItems !== undefined && faults.length === 0
      ? [`The contract ${JSON.stringify(inItems)} of the items is sent as contractId of the order`]
      : [];
  return {
    items: items.map(removeContract),
    ...(typeof contractId === "string" && { contractId }),
    faults,
    notes,
  };
}

function removeContract(item: OrderItem): OrderItem {
  if (!isJsonObject(item) || findContract(item) === undefined) return item;
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => fold(name) !== "contractid"),
  ) as unknown as OrderItem;
}
