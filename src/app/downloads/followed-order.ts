/**
 * An order during one download. A service may let an order expire after an hour, and a large file takes longer. The links of a later
 * order of the same items then continue the same files.
 */
import type { StacItem } from "../../contract/read-items.ts";
import { AppError } from "../../errors.ts";
import type { TransferEvent } from "../../transfer/events.ts";
import { DEFAULT_WAIT, type WaitTimes } from "../../time/poll.ts";
import type { AppContext } from "../context.ts";
import { readReadyItems, waitForOrder, type Wanted } from "./order-readiness.ts";

export interface ExpiredOrder {
  /** The error of its expiry, which is thrown if nothing can replace the order. */
  expired: AppError;
  /** An order that costs nothing may be placed. */
  isAllowed: boolean;
  /** A person may be asked about such an order. */
  mayAsk: boolean;
}

/** The order that replaces an expired one. */
export interface Replacement {
  orderId: string;
  /** It was placed now. */
  isNew: boolean;
}

/** Finds or places the order that replaces an expired one. `app/ordering/` provides the function, because only it places orders. */
export type ReplaceExpired = (orderId: string, how: ExpiredOrder) => Promise<Replacement>;

export interface FollowOptions {
  /** Without it an expired order is an error. */
  replace?: ReplaceExpired | undefined;
  /** Places an expired order again if that costs nothing. Otherwise a person is asked, or a later order that exists is used. */
  reorderFree?: boolean | undefined;
  /** False if the run must not order anything, not even after a question. */
  mayAsk?: boolean;
  /** Words for the items that have to be ready; by default all items. */
  items?: readonly string[] | undefined;
  /** Any item that is ready is enough; the others are reported once, as the failure of the run. */
  isPartEnough?: boolean | undefined;
}

export class FollowedOrder {
  readonly #context: AppContext;
  readonly #wanted: Wanted;
  /** Whether items of the order were not ready, and so were skipped. */
  isPart = false;
  readonly #mayAsk: boolean;
  readonly #replace: ReplaceExpired | undefined;
  #isAllowed: boolean;
  /** False after an order was replaced, until a byte arrives from its successor. */
  #isUsed = true;
  /** Whether files are being transferred, which no question may interrupt. */
  #isBegun = false;

  constructor(
    context: AppContext,
    /** The order whose links are used now. */
    public id: string,
    { replace, reorderFree = false, mayAsk = true, items, isPartEnough = false }: FollowOptions = {},
  ) {
    this.#context = context;
    this.#mayAsk = mayAsk;
    this.#replace = replace;
    this.#isAllowed = reorderFree;
    this.#wanted = { items, ...(isPartEnough && { onPart: (error) => this.#reportPart(error) }) };
  }

  /** Notes received bytes, after which the order may be replaced again. */
  note({ type }: TransferEvent): void {
    if (type === "progress" || type === "finished") this.#isUsed = true;
  }

  /** Returns the items with their links; waits for them if `times` are given. Errors: ORDER_EXPIRED, ORDER_IN_PROGRESS, WAIT_TIMEOUT. */
  async readItems(times?: WaitTimes): Promise<StacItem[]> {
    let waiting = times;
    for (;;)
      try {
        const items = await this.#read(waiting);
        this.#isBegun = true;
        return items;
      } catch (error) {
        const isExpired = error instanceof AppError && error.code === "ORDER_EXPIRED";
        if (!isExpired || this.#replace === undefined) throw error;
        const { orderId, isNew } = await this.#replace(this.id, {
          expired: error,
          isAllowed: this.#isAllowed && this.#isUsed,
          mayAsk: this.#mayAsk && this.#isUsed && !this.#isBegun,
        });
        this.id = orderId;
        if (!isNew) continue;
        this.#isUsed = false;
        this.#isAllowed = true;
        waiting ??= DEFAULT_WAIT;
      }
  }

  #reportPart(error: AppError): void {
    if (!this.isPart) this.#context.events.failed(error);
    this.isPart = true;
  }

  #read(times: WaitTimes | undefined): Promise<StacItem[]> {
    const wanted = this.#wanted;
    return times === undefined
      ? readReadyItems(this.#context, this.id, wanted)
      : waitForOrder(this.#context, this.id, times, wanted);
  }
}
