import type { SandboxParts } from "../handlers/call.ts";
import type { Reply } from "../http/exchange.ts";

/** One request to the control plane: no credentials, JSON in and out. */
export interface ControlCall {
  readonly sandbox: SandboxParts;
  readonly params: Readonly<Record<string, string>>;
  /** The parsed body: an object, empty when the request has none. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ControlRoute {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path below `/_sandbox`. */
  readonly path: string;
  readonly run: (call: ControlCall) => Reply | Promise<Reply>;
}
