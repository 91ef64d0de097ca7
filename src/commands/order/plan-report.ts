/** What a download would do: the data of `order download --plan`. */
import { resolve } from "node:path";
import type { Context } from "../../cli/context.ts";
import { inspectPlan, type InspectedFile } from "../../transfer/inspect-plan.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import type { DownloadOptions } from "./download-flags.ts";

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
  { world, signal, notes }: Context,
  orderId: string,
  plan: TransferPlan,
  { policy, ...options }: DownloadOptions & { policy: ExistingPolicy },
): Promise<PlanReport> {
  const directory = options.outDir ?? ".";
  const found = await inspectPlan(plan, {
    dir: resolve(world.cwd, directory),
    policy,
    checksum: options.checksum ?? "full",
    resume: options.resume !== false,
    signal,
  });
  const fits = found.freeBytes === undefined || found.bytesToFetch <= found.freeBytes;
  if (!fits) notes.warn(`${directory}: there is not enough room on the disk for what is to be fetched`);
  return { orderId, directory, ...found, fits };
}
