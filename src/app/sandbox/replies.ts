/** What the control plane answers, as far as commands look at it. */
import type { Account } from "../../sandbox/accounts.ts";
import type { Fault } from "../../sandbox/faults.ts";

export interface ClockReply {
  mode: string;
  /** Virtual seconds a real second, in mode speed. */
  speed: number;
  /** RFC 3339. */
  now: string;
}

export interface StatusReply {
  seed: string;
  /** Collects. */
  archiveSize: number;
  clock: ClockReply;
  orders: number;
  faults: number;
  /** Names with commas; empty for none. */
  variant: string;
}

export interface UsersReply {
  users: readonly Account[];
}

export interface FaultsReply {
  faults: readonly Fault[];
}
