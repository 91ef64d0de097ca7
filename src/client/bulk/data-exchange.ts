import type { Socket } from "node:net";
import { TransportError } from "../../contract/send.ts";
import { transportError } from "../transport-error.ts";

export interface Limits {
  /** `host:port` for messages. */
  host: string;
  headersTimeoutMs: number;
  idleTimeoutMs: number;
}

/** Takes what a connection brings after it was given away: bytes that are its own, the end, or what broke it. */
export interface Heir {
  /** False = no more for now. */
  push(bytes: Buffer): boolean;
  end(): void;
  fail(error: Error): void;
}

export interface Waiter<T> {
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
}

/** How long a connection may be silent. Every byte winds the timer up again, so only another limit needs another one. */
export class Silence {
  #limitMs = 0;

  limit(socket: Socket, limitMs: number): void {
    if (limitMs !== this.#limitMs) socket.setTimeout(limitMs);
    this.#limitMs = limitMs;
  }
}

export const lateHead = ({ host, headersTimeoutMs }: Limits): TransportError =>
  new TransportError("timeout", "maybe", `${host}: no reply within ${headersTimeoutMs} ms`);

export const lateBody = ({ host, idleTimeoutMs }: Limits): TransportError =>
  new TransportError("timeout", "maybe", `${host}: silent for ${idleTimeoutMs} ms`);

export const lost = ({ host }: Limits): TransportError =>
  transportError(Object.assign(new Error("closed"), { code: "ECONNRESET" }), host, "maybe");
