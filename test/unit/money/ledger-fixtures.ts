import type { MoneyContext } from "../../../src/money/context.ts";
import { openBuying, requestOffer } from "../../../src/money/buy.ts";
import { isOrder } from "../../../src/money/purchase.ts";
import { orderPieces } from "../../../src/money/recorded-purchase.ts";
import type { SpendGuard, SpendIntent } from "../../../src/contract/spend.ts";
import type { Budget } from "../../../src/domain/price/budget.ts";
import type { GuardOptions } from "../../../src/money/store/guard.ts";
import { openJournal } from "../../../src/money/journal.ts";
import type { Journal, JournalOptions } from "../../../src/money/journal.ts";

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
  return openJournal({
    dir,
    clock: { now: () => nowMs, sleep: () => new Promise((resolve) => setImmediate(resolve)) },
    uuid: () => `word-${(words += 1)}`,
    pid: 100,
    profile: "default",
    isAlive: () => true,
    ...others,
  });
}

export interface BuyChoices extends Partial<Omit<GuardOptions, "judge" | "onUnsaved">> {
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
  journal: Pick<Journal, "guard" | "read" | "record">,
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
        shield: (work: () => Promise<unknown>) => work(),
      },
      profileName: "default",
    } as unknown as MoneyContext;
    const { purchase } = requestOffer(intent, () => Promise.reject(new Error("not sent here")));
    const pieces = isOrder(purchase) ? orderPieces(intent.body) : [];
    const buying = openBuying(context);
    const cleared = await buying.clear({
      purchase: { ...purchase, pieces },
      body: intent.body,
      send: (guard) => guard(intent, go, idOf, adopt),
    });
    return buying.send(cleared, intent.facts);
  };
}

/** A request without a return: a killed process was waiting for it. */
export const neverAnswered = (): Promise<OrderReply> => new Promise(() => undefined);
