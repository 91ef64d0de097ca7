import type { EndpointName } from "../../contract/endpoints.ts";
import type { Reply } from "../exchange.ts";
import type { Call } from "../service.ts";
import { createRepeat } from "./create-repeat.ts";
import { createTask } from "./create-task.ts";
import { createToken } from "./create-token.ts";
import { getOrderDownload } from "./get-order-download.ts";
import { getRepeat, getTask } from "./get-request.ts";
import { listCollectionTypes } from "./list-collection-types.ts";
import { listExports } from "./list-exports.ts";
import { orderTask } from "./order-task.ts";
import { placeOrder } from "./place-order.ts";
import { presignExports } from "./presign-exports.ts";
import { retaskCollect } from "./retask-collect.ts";
import { retaskRepeat } from "./retask-repeat.ts";
import { retaskTask } from "./retask-task.ts";
import { reviewOrder } from "./review-order.ts";
import { searchCatalog } from "./search-catalog.ts";
import { listTasks, listTasksByPost, searchRepeats, searchTasks } from "./search-requests.ts";
import { setRepeatStatus, setTaskStatus } from "./set-status.ts";
import { updateOrganization } from "./update-organization.ts";
import { updateTask } from "./update-task.ts";

export type Handler = (call: Call) => Reply | Promise<Reply>;

/** Rows of the endpoint table that this sandbox does not answer yet: they are 404, and the message names them. */
export const NOT_SERVED = [] as const satisfies readonly EndpointName[];

export type ServedName = Exclude<EndpointName, (typeof NOT_SERVED)[number]>;

/** One handler per served row: to serve another, take it off the list above and add its line here. */
export const HANDLERS: Record<ServedName, Handler> = {
  listCollectionTypes,
  createTask,
  createRepeat,
  retaskTask,
  retaskCollect,
  retaskRepeat,
  getTask,
  getRepeat,
  setTaskStatus,
  setRepeatStatus,
  updateTask,
  updateOrganization,
  searchTasks,
  searchRepeats,
  listTasks,
  listTasksByPost,
  reviewOrder,
  placeOrder,
  orderTask,
  getOrderDownload,
  searchCatalog,
  listExports,
  presignExports,
  createToken,
};
