/**
 * Orders the scenes of a watch, one order each, under one limit; every order goes through the one purchase path. The limit is
 * spent in rounds over the sites, one scene each. In the order of the file, the first sites would take the whole limit each week.
 */
import type { AppContext } from "../context.ts";
import type { ArchiveItem } from "../../contract/order-item.ts";
import { toIdKey } from "../../contract/id-key.ts";
import { RunLimit } from "../../money/terms.ts";
import type { Ordering } from "../../domain/watching/watch-state.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { openRun, requireJudged } from "../../money/buy.ts";
import { describeStop } from "../../money/words.ts";
import { requireAnswer } from "../../money/consent.ts";
import { downloadOrder } from "../downloads/download-order.ts";
import { makeItemsOffer } from "../ordering/order-offer.ts";
import { placeOrder } from "../ordering/place-order.ts";
import { withEvents } from "../surroundings.ts";
import { OrderTally } from "./order-tally.ts";
import { toOrderItems, type NewScene, type OrderRequest, type SceneOrder } from "./watch-request.ts";
import { advice, swath } from "../../hint.ts";
import { formatTotal, noteTotal } from "../transfers/transfer-total.ts";

/** A part of the run that failed; `id` is the name of a site. */
export interface Failure {
  id: string;
  error: AppError;
}

export interface OrderingState {
  /** Orders of earlier runs that may have been sent. */
  earlier: readonly Ordering[];
  journal: string;
  /** Notes durably that these items may be ordered from here on. */
  note(ordering: readonly Ordering[]): Promise<void>;
}

/** The outcome of this order, or of an earlier one of the same items, is unknown. */
export const MAY_BE_ORDERED: ReadonlySet<ErrorCode> = new Set(["OUTCOME_UNKNOWN", "INTENT_OPEN"]);

/** The network, the journal or the state fails, and would fail for every other order. */
const ENDS_ORDERS: ReadonlySet<AppError["kind"]> = new Set(["network", "io"]);

export class SceneOrders {
  readonly failures: Failure[] = [];
  readonly tally: OrderTally;
  readonly #limit: RunLimit;
  /** Items of the orders of this run, and of earlier orders that it found, with the id of their order. */
  readonly #owned = new Map<string, string>();
  /** Canonical ids of the items whose order may have been sent by another journal. */
  readonly #doubtful: ReadonlySet<string>;
  /** The scenes of each order that has to be downloaded. */
  readonly #toDownload = new Map<string, NewScene[]>();
  /** Orders of this run that were sent, or may have been. */
  #sent: readonly Ordering[] = [];
  /** Earlier orders that can no longer be downloaded. */
  readonly #expired = new Set<string>();
  /** Why no further order is tried. */
  #stop: string | undefined;

  constructor(
    private readonly context: AppContext,
    private readonly request: OrderRequest,
    private readonly state: OrderingState,
  ) {
    requireAnswer(context.consent, "Ordering costs money.");
    this.#limit = new RunLimit(request.maxCost, context.dialect["currency.$"]);
    this.tally = new OrderTally(this.#limit);
    this.#doubtful = new Set(
      state.earlier
        .filter(({ journal }) => journal !== state.journal)
        .flatMap(({ items }) => items.map(toIdKey)),
    );
  }

  /** Orders of this run that were sent, or may have been. */
  get sent(): readonly Ordering[] {
    return this.#sent;
  }

  /**
   * Orders the scenes of all sites in rounds. In each round a site buys its newest scene that fits. `scenes` has a list for each
   * site.
   */
  async orderInRounds(scenes: readonly (readonly NewScene[])[]): Promise<ReadonlyMap<NewScene, SceneOrder>> {
    const orders = new Map<NewScene, SceneOrder>();
    const waiting = scenes.map((ofSite) => [...ofSite]);
    while (waiting.some((ofSite) => ofSite.length > 0))
      for (const ofSite of waiting)
        for (let scene = ofSite.shift(); scene !== undefined; scene = ofSite.shift()) {
          const order = await this.#order(scene);
          orders.set(scene, order);
          // A scene that costs nothing leaves the turn to the next scene of its site.
          if (order.status === "ordered") break;
        }
    return orders;
  }

  async #order(scene: NewScene): Promise<SceneOrder> {
    const { events } = this.context;
    const order = await this.#tryOrder(scene);
    this.tally.add(order);
    // The run has an error for every other reason.
    if ("reason" in order)
      events.detail(`${scene.site}: scene ${scene.scene} was not ordered: ${order.reason}`);
    return order;
  }

  /** Orders a scene, if it fits what is left of the limit. */
  async #tryOrder(scene: NewScene): Promise<SceneOrder> {
    const items = toOrderItems(scene);
    if (items.length === 0) {
      const reason = "its items have no collection";
      this.context.events.warn(`${scene.site}: scene ${scene.scene} cannot be ordered: ${reason}`);
      return { status: "not-ordered", reason };
    }
    const { stop } = this.#limit;
    if (stop !== undefined)
      return { status: "not-ordered", reason: `${describeStop(stop)}, so it was not tried` };
    if (this.#stop !== undefined) return { status: "not-ordered", reason: this.#stop };
    try {
      const order = await this.#orderItems(scene, items);
      for (const orderId of new Set(items.flatMap((item) => this.#owned.get(toName(item)) ?? [])))
        this.#queueDownload(orderId, scene);
      return order;
    } catch (error) {
      if (!(error instanceof AppError) || this.context.signal.aborted) throw error;
      if (this.tally.addIfUnfit(error)) return { status: "not-ordered", reason: error.message };
      this.failures.push({ id: scene.site, error });
      if (ENDS_ORDERS.has(error.kind) || error.code === "CONFLICT") this.#stop = error.message;
      const status = MAY_BE_ORDERED.has(error.code) ? "unknown" : "not-ordered";
      return { status, reason: error.message };
    }
  }

  async #orderItems(scene: NewScene, items: readonly ArchiveItem[]): Promise<SceneOrder> {
    const rest = items.filter((item) => !this.#owned.has(toName(item)));
    // An earlier order contains them, or the scene also covers a site before this one.
    if (rest.length === 0) return { status: "ordered-before", orderId: this.#owned.get(toName(items[0]!))! };
    try {
      if (rest.some(({ granuleId }) => this.#doubtful.has(toIdKey(granuleId)))) {
        // If this journal owns the items, this throws.
        await this.#judge(rest);
        throw new AppError(
          "local",
          "INTENT_OPEN",
          `an earlier run may have ordered scene ${scene.scene}, and its order is not in this journal`,
          { next: advice`Import the journal of the quote: ${swath`journal import <file>`}` },
        );
      }
      return await this.#buy(scene, rest);
    } catch (error) {
      const { owned, isExpired } = findOwnedItems(error, rest);
      if (owned.size === 0) throw error;
      for (const [name, orderId] of owned) {
        this.#owned.set(name, orderId);
        if (isExpired) this.#expired.add(orderId);
      }
      return this.#orderItems(scene, items);
    }
  }

  async #judge(items: readonly ArchiveItem[]): Promise<void> {
    const { context } = this;
    const offer = await makeItemsOffer(context, { items: [...items] }, UNSENT);
    await requireJudged(openRun(context, { outcome: "nothing was ordered" }), offer);
  }

  async #buy({ site, scene }: NewScene, items: readonly ArchiveItem[]): Promise<SceneOrder> {
    const { state, context } = this;
    const ordering: Ordering = { items: items.map(({ granuleId }) => granuleId), journal: state.journal };
    const before = this.#sent;
    this.#sent = [...before, ordering];
    await state.note([...state.earlier, ...this.#sent]);
    const faults: AppError[] = [];
    const quiet = withEvents(context, {
      note: (message) => context.events.detail(message),
      warn: (message) => context.events.warn(`${site}: ${message}`),
      hint: () => {},
      failed: (error) => faults.push(error),
    });
    const placed = await placeOrder(quiet, { items: [...items] }, { runLimit: this.#limit }).catch(
      (error: unknown) => {
        if (error instanceof AppError && !MAY_BE_ORDERED.has(error.code)) this.#sent = before;
        throw error;
      },
    );
    for (const error of faults) this.failures.push({ id: site, error });
    const [fault] = faults;
    const { stop } = this.#limit;
    const { orderId } = placed;
    const price = stop?.because === "higherPrice" ? stop.charged : placed.price;
    if (fault?.code === "ENDED_UNEXPECTEDLY" || fault?.code === "ORDER_NOT_AUTHORIZED")
      return { status: "not-ordered", reason: fault.message };
    for (const item of items) this.#owned.set(toName(item), orderId);
    context.events.note(
      `${site}: ordered scene ${scene}${price === undefined ? "" : ` for ${price}`} (order ${orderId})`,
    );
    return { status: "ordered", orderId, ...(price !== undefined && { price }) };
  }

  #queueDownload(orderId: string, scene: NewScene): void {
    if (this.request.downloadTo === undefined) return;
    if (this.#expired.has(orderId)) {
      this.context.events.warn(`${scene.site}: order ${orderId} of scene ${scene.scene} has expired`);
      return;
    }
    const scenes = this.#toDownload.get(orderId) ?? [];
    if (!scenes.includes(scene)) this.#toDownload.set(orderId, [...scenes, scene]);
  }

  /** Downloads all orders. Returns the scenes whose files are not complete. */
  async download(): Promise<NewScene[]> {
    const { context, request } = this;
    const missing: NewScene[] = [];
    for (const [orderId, scenes] of this.#toDownload) {
      const faults: AppError[] = [];
      const collecting = withEvents(context, { failed: (error) => faults.push(error) });
      try {
        const options = { outDir: request.downloadTo, wait: request.times };
        noteTotal(context, formatTotal(await downloadOrder(collecting, orderId, options)));
      } catch (error) {
        if (!(error instanceof AppError) || context.signal.aborted) throw error;
        faults.push(error);
      }
      if (faults.length > 0) missing.push(...scenes);
      for (const error of faults) this.failures.push({ id: scenes[0]!.site, error });
    }
    return missing;
  }
}

const toName = ({ collectionId, granuleId }: ArchiveItem): string => toIdKey(`${collectionId}/${granuleId}`);

/** An offer that is judged only. */
const UNSENT = {
  prepare: () => Promise.reject(new Error("an offer that is judged only was sent")),
};

/** Returns the items that confirmed orders own, with the ids of the orders. */
function findOwnedItems(
  error: unknown,
  items: readonly ArchiveItem[],
): { owned: ReadonlyMap<string, string>; isExpired: boolean } {
  if (!(error instanceof AppError) || error.code !== "ALREADY_ORDERED")
    return { owned: new Map(), isExpired: false };
  const { orderedBefore, orderId, reason } = (error.data ?? {}) as {
    orderedBefore?: readonly { item: string; orderId?: string }[];
    orderId?: string;
    reason?: string;
  };
  const names = items.map(toName);
  const all = orderedBefore ?? names.map((item) => ({ item, ...(orderId !== undefined && { orderId }) }));
  return {
    owned: new Map(
      all.flatMap(({ item, orderId: of }) => {
        const name = toIdKey(item);
        return of === undefined || !names.includes(name) ? [] : [[name, of]];
      }),
    ),
    isExpired: reason === "pieceExpired",
  };
}
