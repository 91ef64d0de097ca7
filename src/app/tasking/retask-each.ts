/** One retask for each of several ids: what fails for one does not stop the others. */
import type { Context } from "../../cli/context.ts";
import { settleEachId } from "../batch.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import type { Records } from "../../commands/request-view.ts";

export async function retaskEach(
  context: Context,
  ids: readonly string[],
  what: string,
  retaskOne: (id: string) => Promise<RequestRecord>,
): Promise<Records> {
  // A terminal takes one question at a time.
  const atOnce = context.canAsk && context.options.yes !== true ? 1 : undefined;
  return settleEachId(context, ids, what, retaskOne, atOnce);
}
