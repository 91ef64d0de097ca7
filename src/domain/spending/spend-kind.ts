/** People's words for the requests that the journal guards. */
import type { EndpointName } from "../../contract/endpoints.ts";

export const SPEND_KINDS = ["order", "task", "repeat request", "retask", "approval", "other"] as const;
export type SpendKind = (typeof SPEND_KINDS)[number];

const KINDS: Partial<Record<EndpointName, SpendKind>> = {
  placeOrder: "order",
  orderTask: "order",
  createTask: "task",
  createRepeat: "repeat request",
  retaskTask: "retask",
  retaskCollect: "retask",
  retaskRepeat: "retask",
  setTaskStatus: "approval",
  setRepeatStatus: "approval",
};

export const shownKind = (name: EndpointName): SpendKind => KINDS[name] ?? "other";
