import type { EndpointName } from "../../contract/endpoints.ts";
import { createToken } from "./authenticate.ts";
import type { EndpointHandler } from "./call.ts";
import { createRepeat, createTask, listCollectionTypes } from "./create-tasks.ts";
import { getOrderDownload } from "./download-order.ts";
import { listExports, presignExports } from "./exports.ts";
import { orderTask, placeOrder, reviewOrder } from "./place-orders.ts";
import { updateOrganization, updateTask } from "./product-types.ts";
import { getRepeat, getTask, setRepeatStatus, setTaskStatus } from "./request-state.ts";
import { retaskCollect, retaskRepeat, retaskTask } from "./retask.ts";
import { searchCatalog } from "./search-catalog.ts";
import { listTasks, listTasksByPost, searchRepeats, searchTasks } from "./search-requests.ts";

/** One handler for each entry of the endpoint table; an entry without one does not compile. */
export const HANDLERS: Record<EndpointName, EndpointHandler> = {
  listCollectionTypes: { answer: listCollectionTypes, isTimeless: true },
  createTask: { answer: createTask, isTimeless: true },
  createRepeat: { answer: createRepeat, isTimeless: true },
  retaskTask: { answer: retaskTask },
  retaskCollect: { answer: retaskCollect },
  retaskRepeat: { answer: retaskRepeat },
  getTask: { answer: getTask },
  getRepeat: { answer: getRepeat },
  setTaskStatus: { answer: setTaskStatus },
  setRepeatStatus: { answer: setRepeatStatus },
  updateTask: { answer: updateTask },
  updateOrganization: { answer: updateOrganization },
  searchTasks: { answer: searchTasks },
  searchRepeats: { answer: searchRepeats },
  listTasks: { answer: listTasks },
  listTasksByPost: { answer: listTasksByPost },
  reviewOrder: { answer: reviewOrder },
  placeOrder: { answer: placeOrder },
  orderTask: { answer: orderTask },
  getOrderDownload: { answer: getOrderDownload },
  searchCatalog: { answer: searchCatalog },
  listExports: { answer: listExports },
  presignExports: { answer: presignExports },
  createToken: { answer: createToken, isTimeless: true },
};
