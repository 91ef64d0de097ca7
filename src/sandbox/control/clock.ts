import { parseTimestamp } from "../../time/timestamp.ts";
import { Refusal, refuseField } from "../http/refusal.ts";
import { CLOCK_MODES, type ClockMode, MAX_SPEED } from "../settings.ts";
import type { VirtualClock } from "../store/virtual-clock.ts";
import type { Control } from "../handlers/call.ts";

/** Limits of the clock: times outside them have no plain RFC 3339 form. */
const LATEST_MS = 253_402_300_799_999;

const show = (clock: VirtualClock): unknown => {
  const { mode, speed } = clock.state();
  return { mode, speed, now: new Date(clock.now()).toISOString() };
};

/** `GET /_sandbox/clock` returns `{mode, speed, now}`. */
export const readClock: Control = ({ sandbox }) => ({ json: show(sandbox.clock) });

/**
 * `POST /_sandbox/clock {mode?, speed?, now?, advance?}`: `now` is a timestamp, `advance` adds seconds;
 * `speed` alone sets mode `speed`. The response is that of the GET.
 */
export const changeClock: Control = ({ sandbox: { clock, store }, body }) => {
  const { mode, speed, now, advance } = body;
  if (mode !== undefined && !CLOCK_MODES.includes(mode as ClockMode)) {
    throw refuseField("mode", `mode is one of ${CLOCK_MODES.join(", ")}`);
  }
  if (speed !== undefined && !(typeof speed === "number" && speed > 0 && speed <= MAX_SPEED)) {
    throw refuseField("speed", `speed is a number above 0, up to ${MAX_SPEED}`);
  }
  if (advance !== undefined && typeof advance !== "number") {
    throw refuseField("advance", "advance is a number of seconds");
  }
  const start = now === undefined ? undefined : toMs(now);
  return store.database.transaction(() => {
    const isMoved = start !== undefined || advance !== undefined;
    const virtualMs = isMoved ? (start ?? clock.now()) + (advance ?? 0) * 1000 : undefined;
    if (virtualMs !== undefined && !(virtualMs >= 0 && virtualMs <= LATEST_MS)) {
      throw refuseField("advance", "the clock shows 1970 to 9999");
    }
    clock.change({ mode: mode as ClockMode | undefined, speed, virtualMs });
    return { json: show(clock) };
  });
};

function toMs(now: unknown): number {
  const time = typeof now === "string" ? parseTimestamp(now) : undefined;
  if (time?.ok !== true)
    throw new Refusal(422, "TIMESTAMP_INVALID", "now is an RFC 3339 timestamp", [
      { path: "now", message: "not a timestamp" },
    ]);
  return time.ms;
}
