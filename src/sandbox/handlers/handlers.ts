import type { EndpointName } from "../../contract/endpoints.ts";
import type { Reply } from "../exchange.ts";
import type { Call } from "../service.ts";
import { createTask } from "./create-task.ts";
import { createToken } from "./create-token.ts";
import { getOrderDownload } from "./get-order-download.ts";
import { getRepeat, getTask } from "./get-request.ts";
import { listCollectionTypes } from "./list-collection-types.ts";
import { placeOrder } from "./place-order.ts";
import { reviewOrder } from "./review-order.ts";
import { searchCatalog } from "./search-catalog.ts";
import { setRepeatStatus, setTaskStatus } from "./set-status.ts";

export type Handler = (call: Call) => Reply | Promise<Reply>;

/** Rows of the endpoint table that this sandbox does not answer yet: they are 404, and the message names them. */
export const NOT_SERVED = [
  "createRepeat",
  "retaskTask",
  "retaskCollect",
  "retaskRepeat",
  "updateTask",
  "updateOrganization",
  "searchTasks",
  "searchRepeats",
  "listTasks",
  "listTasksByPost",
  "orderTask",
  "listExports",
  "presignExports",
] as const satisfies readonly EndpointName[];

export type ServedName = Exclude<EndpointName, (typeof NOT_SERVED)[number]>;

/** One handler per served row: to serve another, take it off the list above and add its line here. */
export const HANDLERS: Record<ServedName, Handler> = {
  createTask,
  createToken,
  getOrderDownload,
  getRepeat,
  getTask,
  listCollectionTypes,
  placeOrder,
  reviewOrder,
  searchCatalog,
  setRepeatStatus,
  setTaskStatus,
};
