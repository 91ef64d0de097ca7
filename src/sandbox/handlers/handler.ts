import type { Call } from "../call.ts";
import type { Reply } from "../http/exchange.ts";

/** Answers one endpoint, after authentication and the check of its body. */
export type Handler = (call: Call) => Reply | Promise<Reply>;
