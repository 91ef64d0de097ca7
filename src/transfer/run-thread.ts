import type { MessagePort } from "node:worker_threads";
import type { TransferEvent } from "./events.ts";
import { FolderDestination } from "./folder/folder-destination.ts";
import { FileQueue, type Results, transferQueue } from "./loop/transfer-loop.ts";
import { prepareRun } from "./loop/run.ts";
import type { TransferOptions } from "./options.ts";
import { pack, unpack, type FromThread, type ThreadOrder, type ToThread } from "./thread-messages.ts";
import type { Links } from "./transfer-source.ts";

/** Interval of the reports to the main thread. */
const REPORT_MS = 100;

/** The clock of a thread runs by itself. */
type World = Pick<TransferOptions, "send" | "random" | "self"> & {
  clock: Required<TransferOptions["clock"]>;
};

/** Takes files from the queue and fetches them, until there are none or the main thread ends the run. */
export async function runThread(order: ThreadOrder, main: MessagePort, world: World): Promise<void> {
  const { files, links, canRenew, settings, holder, counter, threads } = order;
  const tell = (message: FromThread): void => main.postMessage(pack(message), []);
  const interruption = new AbortController();
  const progress = new Map<string, TransferEvent>();
  let events: TransferEvent[] = [];
  const onEvent = (event: TransferEvent): void => {
    if (event.type === "progress") progress.set(event.file.path, event);
    else {
      progress.delete(event.file.path);
      events.push(pack(event));
    }
  };
  let onRenewed: (reply: { links: Links; error?: Error }) => void = () => undefined;
  const renew = async (key: string, stale: string): Promise<Links> => {
    const replied = new Promise<{ links: Links; error?: Error }>((resolve) => (onRenewed = resolve));
    tell({ type: "renew", key, stale });
    const { links: fresh, error } = await replied;
    if (error !== undefined) throw error;
    return fresh;
  };
  const own = prepareRun(
    { ...settings, ...world, links, ...(canRenew && { renew }), signal: interruption.signal, onEvent },
    (host, pauseMs) => tell({ type: "pause", host, pauseMs }),
  );
  main.on("message", (message: ToThread) => {
    if (message.type === "renewed") onRenewed(unpack(message));
    else if (message.type === "pause") own.hosts.pause(message.host, message.pauseMs);
    else if (message.error === undefined) interruption.abort();
    else own.stop(unpack(message).error!);
  });
  const run: typeof own = {
    ...own,
    stop: (error) => {
      own.stop(error);
      tell({ type: "stop", error });
    },
  };
  const results: Results = new Map();
  const report = (): void => {
    events.push(...progress.values());
    if (events.length + results.size === 0) return;
    tell({ type: "report", events, results: [...results.values()].map(pack) });
    events = [];
    progress.clear();
    results.clear();
  };
  const stopReports = world.clock.every(REPORT_MS, report);
  const folder = await FolderDestination.open(run, holder);
  await transferQueue(run, new FileQueue(files, counter, threads), folder, results);
  stopReports();
  report();
  tell({ type: "over" });
}
