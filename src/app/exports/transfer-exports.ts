/** Runs a plan of export files with the settings of the run: looked into before they get their names. */
import { transferConduct } from "../downloads/transfer-conduct.ts";
import type { Context } from "../../cli/context.ts";
import { openProgress } from "../../cli/output/transfer-progress.ts";
import { inspectExport } from "../../footprints/inspect-export.ts";
import { runTransfers } from "../../transfer/engine.ts";
import type { TransferSummary } from "../../transfer/events.ts";
import type { TransferOptions } from "../../transfer/options.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import { mostConnections } from "../downloads/most-connections.ts";
import { notingVersions, type AgingLinks } from "./aging-links.ts";

type Conduct = Pick<TransferOptions, "links" | "renew" | "policy" | "resume" | "bytesPerSecond" | "dir">;

export interface ExportTransfer extends Conduct {
  plan: TransferPlan;
  aging: AgingLinks;
  touch: () => void;
}

export async function transferExports(
  context: Context,
  { plan, aging, touch, ...conduct }: ExportTransfer,
): Promise<TransferSummary> {
  const { world } = context;
  const shared = await transferConduct(context);
  const progress = await openProgress(context, plan);
  try {
    return await runTransfers(plan, {
      ...shared,
      ...conduct,
      send: notingVersions(shared.send, aging),
      isExpired: (href) => aging.isExpired(href),
      self: { pid: world.pid, isAlive: (pid) => world.isAlive(pid) },
      inspect: (path, { asset }) => inspectExport(path, asset),
      onEvent: (event) => {
        touch();
        progress.report(event);
      },
      maxConnections: mostConnections(context),
    });
  } finally {
    progress.stop();
  }
}
