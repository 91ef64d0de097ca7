/**
 * A process that buys in rounds, run by the tests as a separate program. Each line of its input is a round, and each line of its output an event of
 * it: `STOPPED <step>` when the process stops, `SENT <state on disk>` for the request, and at the end of the round `END <PLACED or the error's code>`.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isAlive } from "../../../src/is-alive.ts";
import { systemClock } from "../../../src/time/clock.ts";
import type { Journal } from "../../../src/money/journal.ts";
import { etnaOrder, guardOf, journalIn, orderIdOf, type OrderReply } from "./ledger-fixtures.ts";

export interface Round {
  dir: string;
  /** The item to order. */
  item: string;
  /** The journal of the round before is used again if its folder is the same, as in a batch. */
  keepsJournal?: boolean;
  /** Waits end at once, and the clock jumps ahead: leases of seconds lapse in milliseconds. */
  isQuick?: boolean;
  /** Number of the step before which the process stops: a call that touches a file of the journal. */
  at?: number;
  /** Only calls that change the disk are steps. */
  skipsReads?: boolean;
  /** The process is killed there. */
  isLast?: boolean;
  /** Each step that changes the disk is an event: `STEP <step>`. */
  isTraced?: boolean;
  /** The first calls on a draft that fail, with the error's code. */
  fails?: { verb: "link" | "rename"; code: string; times: number };
}

const say = (line: string): void => void writeSync(1, `${line}\n`);

/** At each look the holder of a lock has missed another renewal. */
const LEASE_MS = 1000;
let aheadMs = 0;
const quickClock = {
  ...systemClock,
  now: () => Date.now() + aheadMs,
  sleep: (ms: number) => {
    aheadMs += Math.max(ms, LEASE_MS);
    return new Promise<void>((resolve) => setImmediate(resolve));
  },
};

/** Returns the state of this process's record of an item on the disk; undefined without one. */
const stateIn = (dir: string, item: string): string | undefined =>
  readdirSync(dir)
    .filter((name) => name.endsWith(".json"))
    .map((name) => readFileSync(join(dir, name), "utf8"))
    .filter((text) => text.includes(`"${item}"`))
    .map((text) => JSON.parse(text) as { pid: number; state: string })
    .find(({ pid }) => pid === process.pid)?.state;

let kept: { dir: string; journal: Journal } | undefined;

async function buy(round: Round): Promise<string> {
  const { dir, item, keepsJournal, isQuick } = round;
  const clock = isQuick === true ? quickClock : systemClock;
  const open = (): Journal => journalIn(dir, { clock, uuid: randomUUID, pid: process.pid, isAlive });
  if (kept?.dir !== dir || keepsJournal !== true) kept = { dir, journal: open() };
  const { journal } = kept;
  process.emit("round" as never, { ...round, say } as never);
  const send = async (): Promise<OrderReply> => {
    say(`SENT ${stateIn(dir, item)}`);
    return { orderId: `order-${process.pid}` };
  };
  const intent = {
    ...etnaOrder,
    effect: "spend",
    body: { items: [{ collectionId: "geo", granuleId: item }] },
  } as const;
  try {
    await guardOf(journal, {}, clock.now())(intent, send, orderIdOf);
    return "PLACED";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

let rounds = Promise.resolve();
createInterface({ input: process.stdin }).on("line", (line) => {
  rounds = rounds.then(async () => say(`END ${await buy(JSON.parse(line) as Round)}`));
});
