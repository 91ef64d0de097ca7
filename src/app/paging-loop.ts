/** The final error of a list, after its result, when the service's pages repeat. */
import { AppError } from "../errors.ts";

export const pagingLoop = (why: string): AppError =>
  new AppError("service", "RESPONSE_UNRECOGNISED", `${why}; some pages are missing from the result`);
