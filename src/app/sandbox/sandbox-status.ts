import type { Context } from "../../cli/context.ts";
import { sandboxDir } from "../service/local-sandbox.ts";
import { withControl } from "./control.ts";
import type { StatusReply } from "./replies.ts";

export interface SandboxStatus extends StatusReply {
  running: boolean;
  url?: string;
  pid?: number;
  /** Folder of the store, or `memory`. */
  store: string;
  hasStore: boolean;
}

export async function sandboxStatus(context: Context): Promise<SandboxStatus> {
  return withControl(context, { changes: false }, async ({ running, hasStore, ask }) => {
    if (running === undefined) context.notes.hint("swath sandbox start");
    return {
      running: running !== undefined,
      ...(running !== undefined && { url: running.url, pid: running.pid }),
      store: running?.ephemeral === true ? "memory" : sandboxDir(context.directories),
      hasStore,
      ...(await ask<StatusReply>("GET", "/status")),
    };
  });
}
