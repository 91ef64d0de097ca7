/** Runs the sandbox in the foreground until a signal stops it. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { onDisk } from "../../disk/disk-error.ts";
import { createDurably, ensurePrivateDirectory } from "../../disk/durable-files.ts";
import { removeStaleLock } from "../../disk/file-lock.ts";
import { removeFile } from "../../disk/held-file.ts";
import { AppError } from "../../errors.ts";
import type { Account } from "../../sandbox/accounts.ts";
import { listen, type Listening } from "../../sandbox/listen.ts";
import { createSandboxSend, openSandbox, type Sandbox } from "../../sandbox/sandbox.ts";
import type { SandboxSettings } from "../../sandbox/settings.ts";
import type { Directories } from "../../settings/environment.ts";
import type { Clock } from "../../time/clock.ts";
import { waitUntilAborted } from "../../time/deadline.ts";
import type { AppContext } from "../context.ts";
import {
  PROCESS_PATH,
  STOP_PATH,
  TOKEN_HEADER,
  findRunning,
  readRunning,
  getRunningPath,
  getSandboxDir,
  type RunningSandbox,
} from "../service/find-sandbox.ts";
import { askControl, type ClockChange, type Control, type StatusReply, type UsersReply } from "./control.ts";
import { Interrupted } from "../interrupts.ts";
import { advice, swath } from "../../hint.ts";

export interface StartRequest {
  /** 0 chooses a free port. */
  port: number;
  /** Path prefix of the service. */
  prefix?: string;
  /** Origins of web pages that may read responses. */
  corsOrigin?: readonly string[];
  ephemeral?: true;
  seed?: string;
  archiveSize?: number;
  productSize?: string;
  deployment?: SandboxSettings["deployment"];
  /** Names with commas, as in the setting. */
  clock?: ClockChange;
}

/** A running sandbox: its address and its users. */
export interface StartedSandbox extends Pick<
  StatusReply,
  "seed" | "archiveSize" | "clock" | "deployment" | "variant"
> {
  url: string;
  pid: number;
  /** Folder of the store, or `memory`. */
  store: string;
  users: readonly Account[];
  /** The file for errors of a sandbox in the background. */
  log?: string;
}

/** Grace period for running requests; Ctrl-C promises to stop within a second. */
const GRACE_MS = 600;

/** Serves until the signal aborts or `sandbox stop` asks, and then throws the reason. Calls `onStarted` as soon as the sandbox responds. */
export async function runSandbox(
  context: AppContext,
  request: StartRequest,
  onStarted: (started: StartedSandbox) => Promise<unknown>,
): Promise<never> {
  const { machine, clock, directories, signal } = context;
  const running = await findRunning(directories, machine);
  if (running !== undefined) throw toAlreadyRunning(running);
  const sandbox = await openStore(context, request);
  const token = machine.uuid();
  const asked = Promise.withResolvers<never>();
  // The sandbox may be asked while it starts, before the promise is awaited.
  asked.promise.catch(() => undefined);
  const stop = (): void => asked.reject(new Interrupted("SIGTERM"));
  try {
    const listening = await listenOn(withProcess(sandbox, context, { token, stop }), request);
    try {
      await onStarted(await announce(context, request, sandbox, { ...listening, token }));
      return await waitUntilAborted(asked.promise, signal);
    } finally {
      await close(listening, clock);
    }
  } finally {
    sandbox.close();
    await releaseRunning(directories, token);
  }
}

async function openStore({ clock, directories }: AppContext, request: StartRequest): Promise<Sandbox> {
  const { ephemeral, seed, archiveSize } = request;
  try {
    return await openSandbox({
      dir: ephemeral === true ? ":memory:" : getSandboxDir(directories),
      clock,
      random: randomBytes,
      seed,
      archiveSize,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "CONFIG_INVALID") throw error;
    throw error.restated(error.message, { next: advice`Start over: ${swath`sandbox reset --store`}` });
  }
}

async function listenOn(sandbox: Sandbox, { port, prefix, corsOrigin }: StartRequest): Promise<Listening> {
  try {
    return await listen(sandbox, { port, prefix, corsOrigins: corsOrigin });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isTaken = code === "EADDRINUSE";
    throw new AppError(
      isTaken ? "local" : "usage",
      isTaken ? "CONFLICT" : "USAGE",
      isTaken ? `port ${port} is taken by another program` : `port ${port} cannot be used: ${code}`,
      { next: advice`Take a free one: ${swath`sandbox start --port 0`}`, cause: error },
    );
  }
}

/** Applies the requested clock and settings, then writes the file in which other processes find the sandbox. */
async function announce(
  context: AppContext,
  { clock, deployment, productSize, ephemeral }: StartRequest,
  sandbox: Sandbox,
  { url, token }: Pick<Listening, "url"> & Pick<RunningSandbox, "token">,
): Promise<StartedSandbox> {
  const { machine, directories } = context;
  const send = createSandboxSend(sandbox, url);
  const ask: Control["ask"] = (method, path, body) => askControl(send, url, { method, path, body });
  if (deployment !== undefined) await ask("POST", "/settings", { deployment });
  if (productSize !== undefined) await ask("POST", "/settings", { productSize });
  if (clock !== undefined) await ask("POST", "/clock", clock);
  const running = {
    pid: machine.pid,
    token,
    url,
    keys: Object.fromEntries(sandbox.users.map(({ name, apiKey }) => [name, apiKey])),
    ...(ephemeral === true && { ephemeral }),
  };
  await claimRunning(directories, running, context);
  return describeSandbox(ask, running, directories);
}

async function close(listening: Listening, clock: Clock): Promise<void> {
  const cut = new AbortController();
  const closed = listening.close(cut.signal);
  await Promise.race([closed, clock.sleep(GRACE_MS)]);
  cut.abort();
  await closed;
}

export async function describeSandbox(
  ask: Control["ask"],
  { url, pid, ephemeral }: RunningSandbox,
  directories: Directories,
): Promise<StartedSandbox> {
  const { seed, archiveSize, clock, deployment, variant } = await ask<StatusReply>("GET", "/status");
  const { users } = await ask<UsersReply>("GET", "/users");
  const store = ephemeral === true ? "memory" : getSandboxDir(directories);
  return { url, pid, store, seed, archiveSize, clock, deployment, variant, users };
}

type DataFolder = Pick<Directories, "data">;

export const toAlreadyRunning = ({ url, pid }: RunningSandbox): AppError =>
  new AppError("local", "CONFLICT", `a sandbox is running already, at ${url} (process ${pid})`, {
    next: advice`Stop it: ${swath`sandbox stop`}`,
    data: { url, pid },
  });

/**
 * Writes the file unless another running sandbox has written it; removes the file of a dead one. Errors: CONFLICT.
 */
export async function claimRunning(
  place: DataFolder,
  running: RunningSandbox,
  { machine, clock }: Pick<AppContext, "machine" | "clock">,
): Promise<void> {
  const [dir, path] = [getSandboxDir(place), getRunningPath(place)];
  await onDisk(path, async () => {
    await ensurePrivateDirectory(dir);
    for (;;) {
      if (await createDurably(dir, "running.json", `${JSON.stringify(running)}\n`, machine.uuid())) return;
      const judged = await readIfPresent(path);
      const other = await findRunning(place, machine);
      if (other !== undefined) throw toAlreadyRunning(other);
      if (judged !== undefined) await removeStaleLock(path, judged, clock);
    }
  });
}

/** Removes the file if this sandbox has written it. In another container, another process may have the same id. */
async function releaseRunning(place: DataFolder, token: string): Promise<void> {
  if ((await readRunning(place))?.token === token) await removeFile(getRunningPath(place));
}

/** Returns the text of a file; undefined when it does not exist. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Returns a sandbox that also reports its process id, stops if it is asked with its token, and logs each request,
 * without its query, which may be signed.
 */
function withProcess(
  sandbox: Sandbox,
  { machine, events }: Pick<AppContext, "machine" | "events">,
  { token, stop }: { token: string; stop: () => void },
): Sandbox {
  const reply = (status: number, body: object) => ({
    status,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(body)),
  });
  return {
    ...sandbox,
    handle: async (request) => {
      const { method } = request;
      const [path = "/"] = request.path.split("?");
      if (method === "GET" && path === PROCESS_PATH) {
        return reply(200, { pid: machine.pid, now: sandbox.now() });
      }
      if (method === "POST" && path === STOP_PATH) {
        if (request.headers[TOKEN_HEADER] !== token) return reply(403, { stopping: false });
        stop();
        return reply(200, { stopping: true });
      }
      const response = await sandbox.handle(request);
      events.detail(`${method} ${path}: ${response.status}`);
      return response;
    },
  };
}
