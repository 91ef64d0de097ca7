/** Finds the orders that shortened ids may stand for: in the spend journal, since the interface has no search for orders. */
import { isOrder } from "../../ledger/subject.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { fullIds } from "./full-ids.ts";

/** Errors: ID_AMBIGUOUS. */
export const fullOrderIds = (
  context: Pick<AppContext, "service" | "events" | "profileName">,
  words: readonly string[],
): Promise<string[]> =>
  fullIds(context, "order", words, async () => {
    const journal = await context.service.journal();
    const { entries } = await journal.list();
    return entries.flatMap(({ record }) =>
      isOrder(record) && record.profile === context.profileName && record.resultId !== undefined
        ? [{ id: record.resultId, date: formatTimestamp(record.preparedAt) }]
        : [],
    );
  });
