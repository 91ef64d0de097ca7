/** The final error of a list, after its result, when the service's pages repeat. */
import { AppError } from "../errors.ts";
import { advice, typed } from "../hint.ts";

export const pagingLoop = (why: string): AppError =>
  new AppError("service", "RESPONSE_UNRECOGNISED", why, {
    hint: advice`Some pages are missing from what was printed; ${typed("--debug-http", "reply.har")} records the exchange`,
  });
