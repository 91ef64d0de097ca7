import { TransportError } from "../contract/send.ts";
import type { Clock } from "../time/clock.ts";
import type { Exchange } from "./buffered-body.ts";
import { startDeadline, untilAborted } from "./deadline.ts";

/** Bounds one exchange, its body included. The time limit also holds against a `Send` that ignores signals. */
export function withTimeout(exchange: Exchange, timeoutMs: number, clock: Clock): Exchange {
  return async (request) => {
    const timeUp = (): Error =>
      new TransportError("timeout", "maybe", `no complete reply within ${timeoutMs / 1000} s`);
    const deadline = startDeadline(clock, timeoutMs, timeUp, request.signal);
    try {
      return await untilAborted(exchange({ ...request, signal: deadline.signal }), deadline.signal);
    } finally {
      deadline.stop();
    }
  };
}
