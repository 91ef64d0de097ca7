import type { Reply } from "../exchange.ts";
import type { Call } from "../call.ts";

/** Answers one endpoint, after authentication and the check of its body. */
export type Handler = (call: Call) => Reply | Promise<Reply>;
