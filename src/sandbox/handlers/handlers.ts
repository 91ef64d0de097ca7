import type { EndpointName } from "../../contract/endpoints.ts";
import { createToken } from "./authenticate.ts";
import type { EndpointHandler } from "./call.ts";
import { withPlainConstraints, createRepeat, createTask, listCollectionTypes } from "./create-request.ts";
import { listExports, presignExports } from "./exports.ts";
import { withoutIn, withPlainConditions, withPreApproval, withSortPrefixes } from "./extras.ts";
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
import { searchCatalog, withoutIgnoredFilters } from "./search-catalog.ts";

/** One handler for each entry of the endpoint table; a missing handler is a compile error. */
export const HANDLERS: Record<EndpointName, EndpointHandler> = {
  listCollectionTypes: { answer: listCollectionTypes },
  createTask: {
    answer: createTask,
    plainBody: withPlainConstraints,
    extra: { plainBody: withPreApproval },
  },
  createRepeat: {
    answer: createRepeat,
    plainBody: withPlainConstraints,
    extra: { plainBody: withPreApproval },
  },
  retaskTask: { answer: retaskTask, extra: { plainBody: withPreApproval } },
  retaskCollect: { answer: retaskCollect, extra: { plainBody: withPreApproval } },
  retaskRepeat: { answer: retaskRepeat, extra: { plainBody: withPreApproval } },
  getTask: { answer: getTask },
  getRepeat: { answer: getRepeat },
  setTaskStatus: { answer: setTaskStatus, answerFirst: cancelTaskByStatus },
  setRepeatStatus: { answer: setRepeatStatus, answerFirst: cancelRepeatByStatus },
  updateTask: { answer: updateTask },
  updateOrganization: { answer: updateOrganization },
  searchTasks: { answer: searchTasks, extra: { plainBody: withPlainConditions } },
  searchRepeats: { answer: searchRepeats, extra: { plainBody: withPlainConditions } },
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
    plainBody: withoutIgnoredFilters,
    extra: { plainBody: withSortPrefixes, ruledBody: withoutIn },
  },
  listExports: { answer: listExports },
  presignExports: { answer: presignExports },
  createToken: { answer: createToken },
};
