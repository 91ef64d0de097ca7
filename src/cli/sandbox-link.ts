/**
 * `--sandbox`: the sandbox that `swath sandbox start` runs, when there is one; else the same service inside this
 * process for as long as the command lives, over the same store.
 */
import { readFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Send } from "../contract/send.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Directories } from "./directories.ts";
import type { World } from "./world.ts";

/** Where `sandbox start` listens unless told otherwise, and what an embedded one calls itself. */
export const SANDBOX_PORT = 7717;
export const SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;

/** What a running sandbox says of itself, in a file beside its store. */
export interface RunningSandbox {
  pid: number;
  url: string;
  /** API key of each seeded user. */
  keys: Readonly<Record<string, string>>;
}

export const sandboxDir = ({ data }: Pick<Directories, "data">): string => join(data, "sandbox");
export const runningPath = (directories: Pick<Directories, "data">): string =>
  join(sandboxDir(directories), "running.json");

/** The running sandbox, if its process is alive. */
export async function findRunning(
  directories: Pick<Directories, "data">,
  { isAlive }: Pick<World, "isAlive">,
): Promise<RunningSandbox | undefined> {
  try {
    const running = JSON.parse(await readFile(runningPath(directories), "utf8")) as RunningSandbox;
    return Number.isSafeInteger(running.pid) &&
      typeof running.url === "string" &&
      typeof running.keys === "object" &&
      isAlive(running.pid)
      ? running
      : undefined;
  } catch {
    return undefined;
  }
}

export interface EmbeddedSandbox {
  send: Send;
  sandbox: Sandbox;
}

/** Opens the service inside this process. */
export async function embedSandbox(dir: string, { clock }: Pick<World, "clock">): Promise<EmbeddedSandbox> {
  const [{ openSandbox }, { sandboxSend }] = await Promise.all([
    import("../sandbox/sandbox.ts"),
    import("../sandbox/memory-send.ts"),
  ]);
  const sandbox = await openSandbox({ dir, clock, random: randomBytes });
  return { sandbox, send: sandboxSend(sandbox, SANDBOX_URL) };
}
