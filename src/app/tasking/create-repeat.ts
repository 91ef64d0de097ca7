/** One series, and what comes after it. */
import { readField } from "../../contract/read-record.ts";
import { maxCostOf } from "../../cli/flags/max-cost-flag.ts";
import type { Context } from "../../cli/context.ts";
import { agreeToPreApproval } from "../spending/spend-policy.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";
import type { Records } from "../../commands/request-view.ts";
import type { RepeatBody } from "../../commands/repeat/create-request.ts";

export async function createRepeat(
  context: Context,
  body: RepeatBody,
  options: WaitOptions & { wait?: string | true },
): Promise<Records> {
  const { service, notes } = context;
  const isPreApproved = readField(body, "preApproval") === true;
  if (isPreApproved) await agreeToPreApproval(context, "This series", maxCostOf(context));
  const record = await service.client.createRepeat({ body });
  const { id = "", status } = record;
  notes.note(`Repeat request ${id} created${status === undefined ? "" : ` (${status})`}`);
  if (options.wait === undefined) {
    notes.hint(
      isPreApproved
        ? `swath repeat get ${id}`
        : `swath repeat cost ${id} --wait, then: swath repeat approve ${id}`,
    );
    return record;
  }
  const { waitAfterCreate } = await import("./wait-for-request.ts");
  return waitAfterCreate(context, "repeat", record, options);
}
