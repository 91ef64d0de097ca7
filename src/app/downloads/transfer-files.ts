/** Runs the plan of an order's files with the settings of the run; the order renews its links. */
import type { AppContext } from "../context.ts";
import { resolve } from "node:path";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { countText } from "../../counted.ts";
import type { TransferEvent, TransferSummary } from "../../transfer/events.ts";
import type { StreamOptions, TransferOptions } from "../../transfer/options.ts";
import { canBeFetched, type TransferPlan } from "../../transfer/plan.ts";
import { toLinks } from "../../transfer/transfer-source.ts";
import { runPlan } from "../transfers/run-plan.ts";
import { makeTransferOptions } from "../transfers/transfer-settings.ts";
import type { HandledFile } from "./exec-hook.ts";
import { toOrderSources } from "./order-links.ts";
import type { FollowedOrder } from "./followed-order.ts";

export interface OrderTransfer extends Pick<
  TransferOptions,
  "links" | "policy" | "resume" | "checksum" | "bytesPerSecond" | "minBytesPerSecond" | "maxConnections"
> {
  order: FollowedOrder;
  plan: TransferPlan;
  /** Says what is transferred and where, before the first byte. */
  title?: string;
  /** The folder, or the URL of the bucket, as given. */
  dir: string;
  /** Called for each new file after its publication. */
  onFinished?: (file: HandledFile) => void;
}

/** Returns the options of every transfer of an order, for any destination. */
export async function makeOrderTransferOptions(
  context: AppContext,
  order: FollowedOrder,
): Promise<Omit<StreamOptions, "links">> {
  return {
    ...(await makeTransferOptions(context)),
    renew: async () => {
      const sources = toOrderSources(await order.readItems());
      return toLinks(sources.filter(({ href }) => canBeFetched(href)));
    },
    order: order.id,
    onEvent: (event) => order.note(event),
  };
}

export async function transferFiles(
  context: AppContext,
  { order, plan, title, dir, onFinished, ...given }: OrderTransfer,
): Promise<TransferSummary> {
  const { settings, signal, events } = context;
  const shared = await makeOrderTransferOptions(context, order);
  const to = isS3Url(dir) ? dir : resolve(context.folder, dir);
  let here = 0;
  const onEvent = (event: TransferEvent): void => {
    order.note(event);
    if (event.type === "finished" || event.type === "skipped") here += 1;
    if (event.type === "finished") {
      const { file, size, sha256 } = event;
      onFinished?.({ path: file.path, size, ...(sha256 !== undefined && { sha256 }) });
    }
  };
  try {
    const onWarning = (warning: string): void => events.warn(warning);
    return await runPlan(context, plan, to, { ...shared, ...given, title, onEvent, onWarning });
  } catch (error) {
    if (signal.aborted && settings.progress.value !== "json")
      events.note(
        `Stopped: ${here} of ${countText(plan.files.length, "file")} ${here === 1 ? "is" : "are"} here; the same command continues from there`,
      );
    throw error;
  }
}
