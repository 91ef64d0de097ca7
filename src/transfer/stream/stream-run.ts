import type { TransferEvent } from "../events.ts";
import { HostLimiter } from "../pacing/host-limiter.ts";
import { LinkRenewal } from "../run/link-renewal.ts";
import { withDefaults, type StreamOptions, type StreamSettings } from "../options.ts";
import { RateLimit } from "../pacing/rate-limit.ts";

/** What the files of a run share when it keeps nothing on this disk. */
export interface StreamRun {
  settings: StreamSettings;
  hosts: HostLimiter;
  rate: RateLimit | undefined;
  renewal: LinkRenewal;
  /** Aborts with the caller's signal, and when the destination as a whole gives up. */
  signal: AbortSignal;
  stop: (reason: unknown) => void;
  emit: (event: TransferEvent) => void;
}

export function prepareStream(options: StreamOptions): StreamRun {
  const settings = withDefaults(options);
  const { clock, concurrency, bytesPerSecond, signal } = settings;
  const stopper = new AbortController();
  return {
    settings,
    hosts: new HostLimiter(clock, concurrency),
    rate: bytesPerSecond === undefined ? undefined : new RateLimit(clock, bytesPerSecond),
    renewal: new LinkRenewal(settings),
    signal: signal === undefined ? stopper.signal : AbortSignal.any([signal, stopper.signal]),
    stop: (reason) => stopper.abort(reason),
    emit: (event) => settings.onEvent?.(event),
  };
}
