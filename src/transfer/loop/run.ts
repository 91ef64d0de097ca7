import { AppError } from "../../errors.ts";
import type { Clock } from "../../time/clock.ts";
import { waitUntilAborted } from "../../time/deadline.ts";
import type { TransferEvent } from "../events.ts";
import { type StreamOptions, type StreamSettings, withDefaults } from "../options.ts";
import { SAME_AGAIN } from "../rerun-hint.ts";
import type { Links, LinkSource } from "../transfer-source.ts";
import { HostLimiter } from "./host-limiter.ts";

/** The state that the files of a run share, for any destination. */
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

/** Maximum number of renewals in a row, over the whole run, without a received byte. */
const MAX_FRUITLESS = 5;

/** The links of the run. All files whose links have expired share a single renewal. */
export class LinkRenewal {
  #inFlight: Promise<void> | undefined;
  #fruitless = 0;
  /** The latest links. */
  links: Links;

  constructor(readonly source: LinkSource) {
    this.links = source.links;
  }

  /** Throws NOT_FOUND when there is none. */
  requireLink(key: string): string {
    const href = this.links.get(key);
    if (href !== undefined) return href;
    throw new AppError("service", "NOT_FOUND", "there is no link for this asset", { next: SAME_AGAIN });
  }

  /** Notes received bytes: the links of the last renewal work. */
  noteProgress(): void {
    this.#fruitless = 0;
  }

  /**
   * Returns a link in place of `stale`, which was refused: the link of another file's renewal, or else a fresh one. Undefined
   * if there is none. Rejects with the error of the caller's renewal.
   */
  async renew(key: string, stale: string, signal: AbortSignal): Promise<string | undefined> {
    const known = this.links.get(key);
    if (known !== stale) return known;
    if (this.#inFlight === undefined) {
      const { renew } = this.source;
      if (renew === undefined || this.#fruitless >= MAX_FRUITLESS) return undefined;
      this.#fruitless++;
      this.#inFlight = renew(key, stale)
        .then((links) => void (this.links = links))
        .finally(() => (this.#inFlight = undefined));
    }
    await waitUntilAborted(this.#inFlight, signal);
    return this.links.get(key);
  }
}

/** Burst after a pause, so that short network pauses cost no speed. */
const BURST_MS = 250;

/** A token bucket for all transfers of a run, stored as the time at which the bucket is level again. */
export class RateLimit {
  #levelAtMs = 0;

  constructor(
    readonly clock: Clock,
    readonly bytesPerSecond: number,
  ) {}

  /** Waits until these bytes fit. Rejects with the signal's reason as soon as it aborts. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    this.#levelAtMs = Math.max(this.#levelAtMs, now - BURST_MS) + (bytes / this.bytesPerSecond) * 1000;
    const waitMs = this.#levelAtMs - now;
    if (waitMs > 0) await this.clock.sleep(waitMs, signal);
  }
}
