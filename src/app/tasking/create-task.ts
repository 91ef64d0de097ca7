/** One request, and what comes after it. */
import { readField } from "../../contract/read-record.ts";
import { maxCostOf } from "../../cli/flags/max-cost-flag.ts";
import type { Context } from "../../cli/context.ts";
import { agreeToPreApproval } from "../spending/spend-policy.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";
import type { Records } from "../../commands/request-view.ts";
import type { TaskBody } from "../../commands/task/create-request.ts";

export interface AfterwardsOptions extends WaitOptions {
  wait?: string | true;
}

export async function createTask(
  context: Context,
  body: TaskBody,
  options: AfterwardsOptions,
): Promise<Records> {
  const { service, notes } = context;
  if (readField(body, "preApproval") === true)
    await agreeToPreApproval(context, "This task", maxCostOf(context));
  const record = await service.client.createTask({ body });
  const { id = "", status } = record;
  notes.note(`Task ${id} created${status === undefined ? "" : ` (${status})`}`);
  if (options.wait === undefined) {
    if (readField(body, "preApproval") === true) notes.hint(`swath task wait ${id}`);
    else notes.hint(`swath task cost ${id} --wait, then: swath task approve ${id}`);
    return record;
  }
  const { waitAfterCreate } = await import("./wait-for-request.ts");
  return waitAfterCreate(context, "task", record, options);
}
