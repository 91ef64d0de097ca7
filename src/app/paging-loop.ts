/** The error that a listing ends with, after its result, when the service's pages go round in circles. */
import { AppError } from "../errors.ts";

export const pagingLoop = (why: string): AppError =>
  new AppError("service", "RESPONSE_UNRECOGNISED", why, {
    hint: "What is printed is whole pages, but not the whole list; --debug-http reply.har keeps the exchange",
  });
