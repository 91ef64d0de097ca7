/** What a download would do: the data of `order download --plan`. */
import { resolve } from "node:path";
import type { Context } from "../../cli/context.ts";
import { inspectPlan, type InspectedFile, type Inspection } from "../../transfer/inspect-plan.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import { isS3Url, type ChecksumMode } from "../../domain/orders/download-options.ts";
import type { DownloadOptions } from "../../commands/order/download-flags.ts";

export interface PlanReport {
  orderId: string;
  /** The output directory as it was named. */
  directory: string;
  files: readonly InspectedFile[];
  bytesToFetch: number;
  /** Files to fetch whose size nobody has said yet. */
  unknownSizes: number;
  freeBytes?: number;
  /** False when what is to be fetched is known to be more than there is room for. */
  fits: boolean;
}

export async function planReport(
  context: Context,
  orderId: string,
  plan: TransferPlan,
  { policy, ...options }: DownloadOptions & { policy: ExistingPolicy },
): Promise<PlanReport> {
  const directory = options.outDir ?? ".";
  const judged = { policy, checksum: options.checksum ?? ("full" as const) };
  const found = isS3Url(directory)
    ? await inspectBucket(context, orderId, plan, { directory, ...judged })
    : await inspectPlan(plan, {
        dir: resolve(context.world.cwd, directory),
        ...judged,
        resume: options.resume !== false,
        signal: context.signal,
      });
  const fits = found.freeBytes === undefined || found.bytesToFetch <= found.freeBytes;
  if (!fits)
    context.notes.warn(`${directory}: there is not enough room on the disk for what is to be fetched`);
  return { orderId, directory, ...found, fits };
}

async function inspectBucket(
  context: Context,
  orderId: string,
  plan: TransferPlan,
  { directory, ...judged }: { directory: string; policy: ExistingPolicy; checksum: ChecksumMode },
): Promise<Inspection> {
  const [{ withS3 }, { inspectObjects }, { orderConduct }] = await Promise.all([
    import("../downloads/s3-destination.ts"),
    import("../../transfer/inspect-objects.ts"),
    import("./transfer-files.ts"),
  ]);
  const conduct = await orderConduct(context, orderId);
  return withS3(context, directory, ({ target, s3, sendToStore }) =>
    inspectObjects(plan, { ...conduct, ...judged, links: new Map(), target, s3, sendToStore }),
  );
}
