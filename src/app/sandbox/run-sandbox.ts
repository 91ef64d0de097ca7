/** The sandbox in the foreground: from the first line to the signal that ends it. */
import { randomBytes } from "node:crypto";
import type { Context } from "../../cli/context.ts";
import { present } from "../../cli/output/present.ts";
import { presentationOf } from "../../cli/output/presentation.ts";
import { findRunning, sandboxDir } from "../service/local-sandbox.ts";
import { AppError } from "../../errors.ts";
import { listen, type Listening } from "../../sandbox/listen.ts";
import { sandboxSend } from "../../sandbox/memory-send.ts";
import { openSandbox, type Sandbox } from "../../sandbox/sandbox.ts";
import { askControl, type Control } from "./control.ts";
import { alreadyRunning, claimRunning, releaseRunning } from "./running-file.ts";
import type { StartRequest } from "../../commands/sandbox/start-request.ts";
import { startedSandbox } from "./started-sandbox.ts";
import { startedView, type StartedSandbox } from "../../commands/sandbox/started-view.ts";
import { withProcess } from "./with-process.ts";

/** Requests in flight get this long to end; Ctrl-C promises an end within a second. */
const GRACE_MS = 600;

/** Shows the sandbox as soon as it answers, and ends only by a signal: the run then has that signal's exit code. */
export async function runSandbox(context: Context, request: StartRequest): Promise<StartedSandbox> {
  const { world, directories, signal } = context;
  const running = await findRunning(directories, world);
  if (running !== undefined) throw alreadyRunning(running);
  const sandbox = await openStore(context, request);
  try {
    const listening = await listenOn(withProcess(sandbox, context), request);
    try {
      await announce(context, request, sandbox, listening);
      await aborted(signal);
    } finally {
      await close(listening, world.clock);
    }
  } finally {
    sandbox.close();
    await releaseRunning(directories, world.pid);
  }
  throw signal.reason as Error;
}

async function openStore({ world, directories }: Context, request: StartRequest): Promise<Sandbox> {
  const { ephemeral, seed, archiveSize } = request;
  try {
    return await openSandbox({
      dir: ephemeral === true ? ":memory:" : sandboxDir(directories),
      clock: world.clock,
      random: randomBytes,
      seed,
      archiveSize,
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "CONFIG_INVALID") throw error;
    const hint = "Leave --seed and --archive-size out, or begin anew: swath sandbox reset --store";
    throw new AppError(error.kind, error.code, error.message, { hint, cause: error });
  }
}

async function listenOn(sandbox: Sandbox, { port, prefix }: StartRequest): Promise<Listening> {
  try {
    return await listen(sandbox, { port, prefix });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isTaken = code === "EADDRINUSE";
    throw new AppError(
      isTaken ? "local" : "usage",
      isTaken ? "CONFLICT" : "USAGE",
      isTaken ? `port ${port} is taken by another program` : `--port ${port} cannot be used: ${code}`,
      { hint: "Take a free one: swath sandbox start --port 0", cause: error },
    );
  }
}

/** Clock and settings as asked for, then the file that others find it by, then the lines for people. */
async function announce(
  context: Context,
  { clock, variant, productSize, ephemeral }: StartRequest,
  sandbox: Sandbox,
  { url }: Listening,
): Promise<void> {
  const { world, directories } = context;
  const send = sandboxSend(sandbox, url);
  const ask: Control["ask"] = (method, path, body) => askControl(send, url, { method, path, body });
  if (variant !== undefined) await ask("POST", "/settings", { variant });
  if (productSize !== undefined) await ask("POST", "/settings", { productSize });
  if (clock !== undefined) await ask("POST", "/clock", clock);
  const running = {
    pid: world.pid,
    url,
    keys: Object.fromEntries(sandbox.users.map(({ name, apiKey }) => [name, apiKey])),
    ...(ephemeral === true && { ephemeral }),
  };
  await claimRunning(directories, running, world);
  await present(presentationOf(context), startedView, await startedSandbox(ask, running, directories));
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function close(listening: Listening, clock: Context["world"]["clock"]): Promise<void> {
  const cut = new AbortController();
  const closed = listening.close(cut.signal);
  await Promise.race([closed, clock.sleep(GRACE_MS)]);
  cut.abort();
  await closed;
}
