import type { Directories } from "../../settings/directories.ts";
import { sandboxDir, type RunningSandbox } from "../service/local-sandbox.ts";
import type { Control } from "./control.ts";
import type { StatusReply, UsersReply } from "./replies.ts";
import type { StartedSandbox } from "../../commands/sandbox/started-view.ts";

/** What `sandbox start` says of a sandbox that answers. */
export async function startedSandbox(
  ask: Control["ask"],
  { url, pid, ephemeral }: RunningSandbox,
  directories: Directories,
): Promise<StartedSandbox> {
  const { seed, archiveSize, clock, variant } = await ask<StatusReply>("GET", "/status");
  const { users } = await ask<UsersReply>("GET", "/users");
  const store = ephemeral === true ? "memory" : sandboxDir(directories);
  return { url, pid, store, seed, archiveSize, clock, variant, users };
}
