import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SpendIntent } from "../../../src/contract/spend.ts";
import type { GuardOptions } from "../../../src/ledger/guard-spending.ts";
import type { IntentRecord } from "../../../src/ledger/intent-record.ts";
import { openJournal } from "../../../src/ledger/journal.ts";
import type { Journal, JournalOptions } from "../../../src/ledger/journal.ts";

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

export const newDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), "swath-ledger-"));

let words = 0;

/** A journal as one process sees it: process 100, everybody alive, the clock stopped at noon. */
export function journalIn(dir: string, options: Partial<JournalOptions> & { nowMs?: number } = {}): Journal {
  const { nowMs = NOON, ...others } = options;
  return openJournal({
    dir,
    clock: { now: () => nowMs, sleep: () => Promise.reject(new Error("nothing here waits")) },
    uuid: () => `word-${(words += 1)}`,
    pid: 100,
    profile: "default",
    isAlive: () => true,
    ...others,
  });
}

/** Options of a command that expects neither a repeat nor a failing disk. */
export function quietly(options: Partial<GuardOptions> = {}): GuardOptions {
  return {
    confirmRepeat: (previous) => Promise.reject(new Error(`asked about ${previous.id}`)),
    onUnsaved: (record: IntentRecord) => {
      throw new Error(`could not save ${record.id}`);
    },
    ...options,
  };
}

/** A request that leaves and never comes back: what a killed process was waiting for. */
export const neverAnswered = (): Promise<OrderReply> => new Promise(() => undefined);
