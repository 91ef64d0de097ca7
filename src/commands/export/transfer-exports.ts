/** Runs a plan of export files with the settings of the run: looked into before they get their names. */
import type { Context } from "../../cli/context.ts";
import { openProgress } from "../../cli/output/transfer-progress.ts";
import { inspectExport } from "../../footprints/inspect-export.ts";
import { runTransfers } from "../../transfer/engine.ts";
import type { TransferSummary } from "../../transfer/events.ts";
import type { TransferOptions } from "../../transfer/options.ts";
import type { TransferPlan } from "../../transfer/plan/plan.ts";
import { VERSION } from "../../version.ts";
import { mostConnections } from "../order/most-connections.ts";
import { AgingLinks, refusingOld } from "./aging-links.ts";

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
  const { world, settings, farSide, signal } = context;
  const { send, busyMs, hasThreads, baseUrl } = await farSide.link();
  const progress = await openProgress(context, plan);
  try {
    return await runTransfers(plan, {
      ...conduct,
      send: refusingOld(send, aging, () => world.clock.now()),
      clock: world.clock,
      random: () => world.random(),
      self: { pid: world.pid, isAlive: (pid) => world.isAlive(pid) },
      inspect: (path, { asset }) => inspectExport(path, asset),
      onEvent: (event) => {
        touch();
        progress.tell(event);
      },
      signal,
      concurrency: settings.concurrency.value,
      maxConnections: mostConnections(context),
      retries: settings.retries.value,
      headersTimeoutMs: settings.timeout.value,
      idleTimeoutMs: settings.timeout.value,
      rateWindowMs: settings.timeout.value,
      userAgent: `swath/${VERSION}`,
      busyMs,
      hasThreads,
      // A base URL is plain http only on this machine itself.
      allowHttp: baseUrl.startsWith("http:"),
    });
  } finally {
    progress.stop();
  }
}
