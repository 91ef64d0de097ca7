import type { EndpointName } from "../../contract/endpoints.ts";
import * as authenticate from "./authenticate.ts";
import type { BodyForms, Handler } from "./call.ts";
import * as createRequest from "./create-request.ts";
import { toPlainConstraints } from "./create-request.ts";
import * as exports from "./exports.ts";
import * as placeOrders from "./place-orders.ts";
import * as productTypes from "./product-types.ts";
import * as readOrders from "./read-orders.ts";
import * as readRequests from "./read-requests.ts";
import { cancelRepeatByStatus, cancelTaskByStatus } from "./read-requests.ts";
import * as retask from "./retask.ts";
import * as searchCatalog from "./search-catalog.ts";

/**
 * The handler of each endpoint, found by the endpoint's name: `getOrder` of the endpoint table is the export `getOrder`
 * of one of these modules. An endpoint without a handler is a compile error.
 */
export const HANDLERS: Readonly<Record<EndpointName, Handler>> = {
  ...authenticate,
  ...createRequest,
  ...exports,
  ...placeOrders,
  ...productTypes,
  ...readOrders,
  ...readRequests,
  ...retask,
  ...searchCatalog,
};

/** The endpoints that take other forms of a body. */
export const BODY_FORMS: Readonly<Partial<Record<EndpointName, BodyForms>>> = {
  createTask: { plainBody: toPlainConstraints },
  createRepeat: { plainBody: toPlainConstraints },
  setTaskStatus: { answerFirst: cancelTaskByStatus },
  setRepeatStatus: { answerFirst: cancelRepeatByStatus },
  searchCatalog: {
    plainBody: searchCatalog.dropIgnoredFilters,
    ruledBody: searchCatalog.dropInOperators,
  },
};
