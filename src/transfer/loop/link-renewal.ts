import { AppError } from "../../errors.ts";
import { untilAborted } from "../../time/deadline.ts";
import { SAME_AGAIN } from "../rerun-hint.ts";
import type { Links, LinkSource } from "../transfer-source.ts";

/** Renewals in a row, over the whole run, without a received byte. */
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
  need(key: string): string {
    const href = this.links.get(key);
    if (href !== undefined) return href;
    throw new AppError("service", "NOT_FOUND", "there is no link for this asset", { next: SAME_AGAIN });
  }

  /** Notes received bytes: the links of the last renewal work. */
  noteProgress(): void {
    this.#fruitless = 0;
  }

  /**
   * Returns a link to use after `stale` was refused: from another file's renewal, else a fresh one. Undefined when there is none. Rejects with
   * the error of the caller's renewal.
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
    await untilAborted(this.#inFlight, signal);
    return this.links.get(key);
  }
}
