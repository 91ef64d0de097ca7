/** Entry of a thread that fetches files beside the main thread. */
import { parentPort, workerData } from "node:worker_threads";
import { makeUndiciSend, type UndiciSendOptions } from "./client/undici-send.ts";
import { isAlive } from "./is-alive.ts";
import { systemClock } from "./time/clock.ts";
import { runThread } from "./transfer/run-thread.ts";
import type { ThreadOrder } from "./transfer/thread-messages.ts";

async function runWorker(): Promise<void> {
  const order = workerData as ThreadOrder;
  const send = makeUndiciSend({
    ...(order.sendSettings as Omit<UndiciSendOptions, "clock">),
    clock: systemClock,
  });
  await runThread(order, parentPort!, {
    send,
    clock: systemClock,
    random: Math.random,
    self: { pid: process.pid, isAlive },
  });
  await send.close();
  parentPort!.close();
}

void runWorker();
