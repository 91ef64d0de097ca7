import type { Clock } from "../../time/clock.ts";
import type { ClockMode } from "../settings.ts";
import type { Store } from "./open-store.ts";

interface ClockState {
  mode: ClockMode;
  /** Virtual seconds per real second, in mode `speed`. */
  speed: number;
  /** Virtual and real milliseconds of one moment, from which the virtual time continues. */
  virtualMs: number;
  realMs: number;
}

/** Returns the virtual seconds per real second. */
function readRate({ mode, speed }: ClockState): number {
  if (mode === "manual") return 0;
  return mode === "speed" ? speed : 1;
}

/**
 * The virtual time of a store, on which every delay, expiry and refresh of the sandbox depends. The state of the clock is
 * in the store, so that all processes share one time. Nothing runs in the background: a request to the sandbox first
 * applies the events that are due. For example, `advance` by an hour completes an order on the next request, without
 * an hour of waiting.
 */
export class VirtualClock {
  constructor(
    private readonly store: Store,
    private readonly real: Clock,
  ) {}

  /** Returns whole milliseconds since 1970. */
  now(): number {
    return this.#at(this.real.now(), this.state());
  }

  state(): ClockState {
    const saved = this.store.meta.get("clock");
    if (saved !== undefined) return JSON.parse(saved) as ClockState;
    const realMs = this.real.now();
    return { mode: "real", speed: 1, virtualMs: realMs, realMs };
  }

  /** Changes mode, speed or time; absent fields stay unchanged. */
  change(wanted: { mode?: ClockMode; speed?: number; virtualMs?: number }): ClockState {
    return this.store.database.transaction(() => {
      const before = this.state();
      const realMs = this.real.now();
      const after: ClockState = {
        mode: wanted.mode ?? (wanted.speed === undefined ? before.mode : "speed"),
        speed: wanted.speed ?? before.speed,
        virtualMs: Math.round(wanted.virtualMs ?? this.#at(realMs, before)),
        realMs,
      };
      this.store.meta.set("clock", JSON.stringify(after));
      return after;
    });
  }

  /** Jumps, in mode `auto`, to the moment that a poll waits for; does nothing in other modes. */
  skipTo(momentMs: number): void {
    if (this.state().mode === "auto" && Number.isFinite(momentMs) && momentMs > this.now()) {
      this.change({ virtualMs: momentMs });
    }
  }

  #at(realMs: number, state: ClockState): number {
    return Math.floor(state.virtualMs + (realMs - state.realMs) * readRate(state));
  }
}
