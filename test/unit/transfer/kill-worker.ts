/** Downloads one file in a separate process, so that the test can kill it: argv = output folder, href. */
import { systemClock } from "../../../src/time/clock.ts";
import { runTransfers } from "../../../src/transfer/engine.ts";
import { planTransfers } from "../../../src/transfer/plan.ts";
import { linksOf } from "../../../src/transfer/transfer-source.ts";
import { socketSend } from "./socket-send.ts";

const [dir = "", href = ""] = process.argv.slice(2);
const sources = [{ item: "WRANGEL_20261121", assetKey: "HH", href }];

const summary = await runTransfers(planTransfers(sources), {
  send: socketSend,
  clock: systemClock,
  random: Math.random,
  dir,
  links: linksOf(sources),
  self: {
    pid: process.pid,
    isAlive: (pid) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    },
  },
  allowHttp: true,
  concurrency: 1,
  onEvent: (event) => process.send?.(event),
});
process.send?.({ type: "summary", summary });
process.disconnect();
