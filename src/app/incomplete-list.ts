/** Reports a list that is not complete, after its result. A script must not take it for the whole. */
import { SHOW_EXCHANGE } from "../contract/send.ts";
import { AppError } from "../errors.ts";
import type { Hint } from "../hint.ts";
import type { Events } from "./surroundings.ts";

/**
 * Yields the pages of a listing. A failure after the first page is reported in place of thrown, so that the rows already read
 * are a complete document. `onFailure` replaces the report.
 */
export async function* readUntilFailure<Page>(
  events: Pick<Events, "failed">,
  pages: AsyncIterable<Page>,
  onFailure: (error: AppError) => void = (error) => events.failed(error),
): AsyncGenerator<Page> {
  let isFirst = true;
  try {
    for await (const page of pages) {
      isFirst = false;
      yield page;
    }
  } catch (error) {
    if (isFirst || !(error instanceof AppError)) throw error;
    onFailure(error);
  }
}

/** With `isUncertain`, the service does not tell whether there are more pages. */
export function reportStop(events: Pick<Events, "failed">, why: string, isUncertain = false): void {
  const message = `${why}; ${isUncertain ? "pages may be" : "some pages are"} missing from the result`;
  events.failed(new AppError("service", "RESPONSE_UNRECOGNISED", message, { next: SHOW_EXCHANGE }));
}

/**
 * The next step after a list that is cut. A front end that has its own way to the further rows, as the cursor of an
 * assistant's answer, leaves such a note out.
 */
export const SHOW_MORE: Hint = "--limit N for more";
