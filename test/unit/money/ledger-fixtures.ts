import type { MoneyContext } from "../../../src/money/context.ts";
import { openRun, requireJudged, send } from "../../../src/money/buy.ts";
import { isOrder } from "../../../src/money/purchase.ts";
import { listOrderPieces } from "../../../src/money/recorded-purchase.ts";
import type { SpendIntent } from "../../../src/contract/spend.ts";
import type { Budget } from "../../../src/domain/price/budget.ts";
import type { Reconcile } from "../../../src/money/outcome.ts";
import { requestOffer } from "../../../src/money/run.ts";
import { Journal, type JournalOptions } from "../../../src/money/journal.ts";

export const NOON = Date.UTC(2031, 4, 1, 12);

/** An order of two archive products over the crater of Etna. */
export const etnaOrder: SpendIntent = {
  kind: "placeOrder",
  origin: "https://api.example.com",
  method: "POST",
  path: "/orders",
  body: {
    items: [
      { collectionId: "geo", granuleId: "etna-2031-04-30_GEO" },
      { collectionId: "slc", granuleId: "etna-2031-04-30_SLC" },
    ],
  },
};

export interface OrderReply {
  orderId?: string;
  orderStatus?: string;
}

export const placed: OrderReply = { orderId: "9d1f7a", orderStatus: "completed" };
export const orderIdOf = (reply: OrderReply): string | undefined => reply.orderId;

let words = 0;

/** A journal as one process sees it: process 100, all processes alive, the clock stopped at noon. */
export function journalIn(dir: string, options: Partial<JournalOptions> & { nowMs?: number } = {}): Journal {
  const { nowMs = NOON, ...others } = options;
  return new Journal({
    dir,
    clock: { now: () => nowMs, sleep: () => new Promise((resolve) => setImmediate(resolve)) },
    uuid: () => `word-${(words += 1)}`,
    pid: 100,
    profile: "default",
    isAlive: () => true,
    ...others,
  });
}

/** Sends a request through the whole purchase path, and returns its reply. */
export type SpendGuard = <T>(
  intent: SpendIntent,
  go: () => Promise<T>,
  idOf: (reply: T) => string | undefined,
  adopt?: (found: unknown) => T,
) => Promise<T>;

export interface BuyChoices {
  /** Searches the service for the result of an unknown outcome. */
  reconcile?: Reconcile;
  /** Aborts when the person gives up waiting for the response. */
  abandoned?: AbortSignal;
  /** Agrees to every earlier request except those in progress. */
  resend?: boolean;
  budget?: Budget;
  /** The person's answer; without it, there is no terminal and --yes is given. */
  answer?: (question: string) => Promise<boolean>;
  warnings?: string[];
}

type World = NonNullable<Parameters<typeof journalIn>[1]>;

/** One buying command, as its own process with its own reading of the journal. */
export const guardIn = (dir: string, choices: BuyChoices = {}, world: World = {}): SpendGuard =>
  guardOf(journalIn(dir, world), choices, world.nowMs);

/** The same over any journal. */
export function guardOf(
  journal: Pick<Journal, "claim" | "withdraw" | "settle" | "read" | "record">,
  { resend = false, budget, answer, warnings = [], reconcile, abandoned }: BuyChoices = {},
  nowMs = NOON,
): SpendGuard {
  return async (intent, go, idOf, adopt) => {
    const context = {
      service: {
        journal: async () => journal,
        time: async () => ({ nowMs, skewMs: 0, isTrusted: true }),
        skewMs: () => undefined,
        now: () => nowMs,
        connect: async () => ({ origin: intent.origin }),
        reconcile: reconcile ?? (async () => undefined),
        isDryRun: false,
      },
      settings: {
        budget: { value: budget },
        approvalAbove: { value: undefined },
        organizationId: { value: undefined },
      },
      dialect: { "currency.$": "USD" },
      clock: { now: () => nowMs },
      events: {
        note: () => {},
        detail: () => {},
        warn: (message: unknown) => warnings.push(String(message)),
      },
      consent: { isGiven: answer === undefined, canAsk: answer !== undefined, resend, ask: answer },
      interruption: {
        giveUpSignal: abandoned ?? new AbortController().signal,
        pressSignal: abandoned ?? new AbortController().signal,
        shield: (work: () => Promise<unknown>) => work(),
        expose: (work: () => Promise<unknown>) => work(),
      },
      profileName: "default",
    } as unknown as MoneyContext;
    const { purchase } = requestOffer(intent, () => Promise.reject(new Error("not sent here")));
    const pieces = isOrder(purchase) ? listOrderPieces(intent.body) : [];
    const run = openRun(context);
    const judged = await requireJudged(run, {
      purchase: { ...purchase, pieces },
      body: intent.body,
      request: async () => ({
        intent,
        send: async () => {
          const reply = await go();
          return { reply, wire: reply, id: idOf(reply) };
        },
        adopt: async (found) => (adopt ?? ((one: unknown) => one as Awaited<ReturnType<typeof go>>))(found),
      }),
    });
    // The question about the price is not the matter of these tests.
    judged.isAgreed = true;
    return send(run, judged, { facts: intent.facts });
  };
}

/** A request without a return: a killed process was waiting for it. */
export const neverAnswered = (): Promise<OrderReply> => new Promise(() => undefined);
