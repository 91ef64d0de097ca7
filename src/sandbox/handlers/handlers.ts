import type { EndpointName } from "../../contract/endpoints.ts";
import { createRepeat } from "./create-repeat.ts";
import { createTask } from "./create-task.ts";
import { createToken } from "./create-token.ts";
import { getOrderDownload } from "./get-order-download.ts";
import { getRepeat, getTask } from "./get-request.ts";
import type { Handler } from "./handler.ts";
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

/** One handler for each row of the endpoint table; a row without one does not compile. */
export const HANDLERS: Record<EndpointName, Handler> = {
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
