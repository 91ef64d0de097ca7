import type { AppError } from "../../errors.ts";
import type { TransferEvent } from "../events.ts";
import { withDefaults, type StreamOptions, type StreamSettings } from "../options.ts";
import { HostLimiter } from "./host-limiter.ts";
import { LinkRenewal } from "./link-renewal.ts";
import { RateLimit } from "./rate-limit.ts";

/** State that the files of a run share, for any destination. */
export interface Run<Settings extends StreamSettings = StreamSettings> {
  settings: Settings;
  hosts: HostLimiter;
  rate: RateLimit | undefined;
  renewal: LinkRenewal;
  /** Aborts with the caller's signal, and when the destination as a whole gives up. */
  signal: AbortSignal;
  stop: (reason: AppError) => void;
  emit: (event: TransferEvent) => void;
}

/** Returns the state of a new run. `onSlower` tells other threads that a host asks for fewer requests. */
export function prepareRun<Options extends StreamOptions>(
  options: Options,
  onSlower?: HostLimiter["onSlower"],
): Run<ReturnType<typeof withDefaults<Options>>> {
  const settings = withDefaults(options);
  const { clock, maxConnections, bytesPerSecond, signal } = settings;
  const stopper = new AbortController();
  return {
    settings,
    hosts: new HostLimiter(clock, maxConnections, onSlower),
    rate: bytesPerSecond === undefined ? undefined : new RateLimit(clock, bytesPerSecond),
    renewal: new LinkRenewal(settings),
    signal: signal === undefined ? stopper.signal : AbortSignal.any([signal, stopper.signal]),
    stop: (reason) => stopper.abort(reason),
    emit: (event) => settings.onEvent?.(event),
  };
}
