/** Reports a list that is known to be incomplete, after its result. A script must not take it for the whole. */
import { AppError } from "../errors.ts";
import type { Events } from "./surroundings.ts";

export function reportStop(events: Pick<Events, "failed">, why: string): void {
  const message = `${why}; some pages are missing from the result`;
  events.failed(new AppError("service", "RESPONSE_UNRECOGNISED", message));
}
