import type { EndpointName } from "../../contract/endpoints.ts";
import { createToken } from "./authenticate.ts";
import type { EndpointHandler } from "./call.ts";
import { toPlainConstraints, createRepeat, createTask, listCollectionTypes } from "./create-request.ts";
import { listExports, presignExports } from "./exports.ts";
import { orderTask, placeOrder, reviewOrder, reviewTaskOrder } from "./place-orders.ts";
import { updateOrganization, updateTask } from "./product-types.ts";
import { getOrderDownload, getOrder, listOrders } from "./read-orders.ts";
import {
  cancelRepeatByStatus,
  cancelTaskByStatus,
  getRepeat,
  getTask,
  setRepeatStatus,
  setTaskStatus,
  listTasks,
  listTasksByPost,
  searchRepeats,
  searchTasks,
} from "./read-requests.ts";
import { retaskCollect, retaskRepeat, retaskTask } from "./retask.ts";
import { searchCatalog, dropIgnoredFilters, dropInOperators } from "./search-catalog.ts";

/** One handler for each entry of the endpoint table; a missing handler is a compile error. */
export const HANDLERS: Record<EndpointName, EndpointHandler> = {
  listCollectionTypes: { answer: listCollectionTypes },
  createTask: { answer: createTask, plainBody: toPlainConstraints },
  createRepeat: { answer: createRepeat, plainBody: toPlainConstraints },
  retaskTask: { answer: retaskTask },
  retaskCollect: { answer: retaskCollect },
  retaskRepeat: { answer: retaskRepeat },
  getTask: { answer: getTask },
  getRepeat: { answer: getRepeat },
  setTaskStatus: { answer: setTaskStatus, answerFirst: cancelTaskByStatus },
  setRepeatStatus: { answer: setRepeatStatus, answerFirst: cancelRepeatByStatus },
  updateTask: { answer: updateTask },
  updateOrganization: { answer: updateOrganization },
  searchTasks: { answer: searchTasks },
  searchRepeats: { answer: searchRepeats },
  listTasks: { answer: listTasks },
  listTasksByPost: { answer: listTasksByPost },
  listOrders: { answer: listOrders },
  getOrder: { answer: getOrder },
  reviewOrder: { answer: reviewOrder },
  placeOrder: { answer: placeOrder },
  orderTask: { answer: orderTask },
  reviewTaskOrder: { answer: reviewTaskOrder },
  getOrderDownload: { answer: getOrderDownload },
  searchCatalog: {
    answer: searchCatalog,
    plainBody: dropIgnoredFilters,
    ruledBody: dropInOperators,
  },
  listExports: { answer: listExports },
  presignExports: { answer: presignExports },
  createToken: { answer: createToken },
};
