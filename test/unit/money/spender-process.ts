/** A buying process, run by the tests as a separate program. Arguments: folder, behaviour of the service. */
import { randomUUID } from "node:crypto";
import { isAlive } from "../../../src/is-alive.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { etnaOrder, guardIn, orderIdOf } from "./ledger-fixtures.ts";
import type { OrderReply } from "./ledger-fixtures.ts";

const [dir = "", answer] = process.argv.slice(2);
process.umask(0);

const go = (): Promise<OrderReply> => {
  process.stdout.write("SENT\n");
  if (answer === "hang") {
    setInterval(() => undefined, 60_000);
    return new Promise(() => undefined);
  }
  // The others get enough time to try the same.
  return new Promise((resolve) => {
    process.stdin.once("end", () => resolve({ orderId: "9d1f7a" })).resume();
  });
};

guardIn(dir, {}, { clock: systemClock, nowMs: Date.now(), uuid: randomUUID, pid: process.pid, isAlive })(
  etnaOrder,
  go,
  orderIdOf,
)
  .then(
    () => process.stdout.write("PLACED\n"),
    (error: unknown) => process.stdout.write(`${(error as { code?: string }).code ?? String(error)}\n`),
  )
  .finally(() => process.stdin.destroy());
