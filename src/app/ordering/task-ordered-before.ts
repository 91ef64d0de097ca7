/** The living order of a task, of this service, account and body, that this machine knows of. */
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../cli/context.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { isActive } from "./is-active.ts";
import type { TaskOrder } from "./order-task.ts";

export async function taskOrderedBefore(
  { service, profileName, world }: Context,
  { taskId, body }: TaskOrder,
): Promise<IntentRecord | undefined> {
  const { origin } = await service.connect();
  const { entries } = await (await service.journal()).list();
  const nowMs = world.clock.now();
  return entries.find(
    ({ record, state }) =>
      record.kind === "orderTask" &&
      state === "confirmed" &&
      record.profile === profileName &&
      record.origin === origin &&
      record.path.endsWith(`/${encodeURIComponent(taskId)}`) &&
      isDeepStrictEqual(record.body, body) &&
      record.details?.orderStatus !== "rejected" &&
      isActive(record, nowMs),
  )?.record;
}
