import { AppError } from "../errors.ts";
import type { Holder } from "../disk/lock-holder.ts";
import type { TransferEvent, TransferResult } from "./events.ts";
import type { TransferSettings } from "./options.ts";
import type { PlannedFile } from "./plan.ts";
import type { Links } from "./transfer-source.ts";

type Plain = string | number | boolean | undefined;

/** The settings of a run that are text, numbers or true and false. */
export type PlainSettings = {
  [Key in keyof TransferSettings as TransferSettings[Key] extends Plain ? Key : never]: TransferSettings[Key];
};

/** The input of a thread. */
export interface ThreadOrder {
  files: readonly PlannedFile[];
  links: Links;
  canRenew: boolean;
  settings: PlainSettings;
  /** Settings of the thread's own `send`. */
  sendSettings: object;
  /** The holder of the thread's locks: no other thread has it. */
  holder: Holder;
  /** Counter of the `FileQueue`, in shared memory. */
  counter: Int32Array;
  /** Number of threads that take files, the main one included. */
  threads: number;
}

/** A message from the main thread. */
export type ToThread =
  /** The run ends: at a fault of the destination, else by the caller. */
  | { type: "stop"; error?: AppError }
  /** The end of the renewal that this thread asked for. */
  | { type: "renewed"; links: Links; error?: AppError }
  /** A host asks for fewer requests. */
  | { type: "pause"; host: string; pauseMs: number };

/** A message from a thread. */
export type FromThread =
  | { type: "report"; events: readonly TransferEvent[]; results: readonly TransferResult[] }
  | { type: "renew"; key: string; stale: string }
  /** The thread has ended its work; a slow disk may delay its exit. */
  | { type: "over" }
  | { type: "stop"; error: AppError }
  | Extract<ToThread, { type: "pause" }>;

/** Members of an AppError, and no others, that a message would lose. */
type PlainError = Pick<AppError, "kind" | "code" | "message" | "status" | "data" | "next">;

interface Failed {
  error?: AppError | PlainError;
}

/** Returns a message, an event or a result for the other thread: its error becomes plain data. */
export function pack<T extends object>(value: T): T {
  const { error } = value as Failed;
  if (error === undefined) return value;
  const { kind, code, message, status, data, next } = error;
  return { ...value, error: { kind, code, message, status, data, next } satisfies PlainError };
}

/** Returns what the other thread has packed. */
export function unpack<T extends object>(value: T): T {
  const { error } = value as Failed;
  if (error === undefined) return value;
  const { kind, code, message, status, data, next } = error;
  return { ...value, error: new AppError(kind, code, message, { next, status, data }) };
}
