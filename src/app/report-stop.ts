/** Reports a list that ended early, after its result: a warning, and an error if the service's pages repeat. */
import { AppError } from "../errors.ts";
import type { Events } from "./surroundings.ts";

export function reportStop(
  events: Pick<Events, "failed" | "warn">,
  why: string,
  { isLoop = false }: { isLoop?: boolean | undefined },
): void {
  if (!isLoop) return events.warn(why);
  const message = `${why}; some pages are missing from the result`;
  events.failed(new AppError("service", "RESPONSE_UNRECOGNISED", message));
}
