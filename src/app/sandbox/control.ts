/**
 * The sandbox's control plane (`/_sandbox/*`): of the running sandbox over HTTP, else of the same service in this process
 * over the same store. Either way the store is what changes, so the effect is the same.
 */
import { access } from "node:fs/promises";
import type { Context } from "../../cli/context.ts";
import { DryRun } from "../service/dry-run.ts";
import {
  embedSandbox,
  findRunning,
  sandboxDir,
  storePath,
  type RunningSandbox,
} from "../service/local-sandbox.ts";
import { SANDBOX_URL } from "../service/sandbox-address.ts";
import { openNetwork } from "../service/connection.ts";
import { serviceError } from "../../contract/service-error.ts";
import { TransportError, type Send } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";

export interface Control {
  /** The sandbox that runs, when one does. */
  readonly running: RunningSandbox | undefined;
  /** True when there is a store; without one the answers are those that a new store would give. */
  readonly hasStore: boolean;
  /** One request below `/_sandbox`. Errors: those of the control, by their stable codes. */
  readonly ask: <Reply>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Reply>;
}

type Surroundings = Pick<Context, "world" | "directories" | "options" | "settings">;

interface Link extends Pick<Control, "running" | "hasStore"> {
  baseUrl: string;
  send: Send;
  close: () => Promise<void>;
}

/** `changes`: the store is made when there is none. Looking at one that is not there makes nothing. */
export async function withControl<T>(
  context: Surroundings,
  { changes }: { changes: boolean },
  work: (control: Control) => Promise<T>,
): Promise<T> {
  const isDryRun = context.options.dryRun === true;
  const { running, hasStore, baseUrl, send, close } = await openLink(context, changes && !isDryRun);
  try {
    return await work({
      running,
      hasStore,
      ask: async (method, path, body) => {
        if (isDryRun && method !== "GET") throw planned(method, `${baseUrl}/_sandbox${path}`, body);
        return askControl(send, baseUrl, { method, path, body });
      },
    });
  } finally {
    await close();
  }
}

async function openLink(
  { world, directories, settings }: Surroundings,
  mayMakeStore: boolean,
): Promise<Link> {
  if (world.send !== undefined) {
    return {
      running: undefined,
      hasStore: true,
      baseUrl: SANDBOX_URL,
      send: world.send,
      close: async () => {},
    };
  }
  const running = await findRunning(directories, world);
  if (running !== undefined) {
    // No environment: what listens on this machine is not asked for through a proxy.
    return {
      running,
      hasStore: true,
      baseUrl: running.url,
      ...(await openNetwork({ settings, clock: world.clock, send: world.send, env: world.env }, {})),
    };
  }
  const hasStore = await access(storePath(directories)).then(
    () => true,
    () => false,
  );
  const dir = hasStore || mayMakeStore ? sandboxDir(directories) : ":memory:";
  const { send, sandbox } = await embedSandbox(dir, world.clock);
  return { running, hasStore, baseUrl: SANDBOX_URL, send, close: async () => sandbox.close() };
}

interface ControlRequest {
  method: string;
  /** Below `/_sandbox`. */
  path: string;
  body?: object;
}

/** One request to the control plane behind `send`. Errors: as `Control.ask`. */
export async function askControl<Reply>(
  send: Send,
  baseUrl: string,
  { method, path, body }: ControlRequest,
): Promise<Reply> {
  const url = `${baseUrl}/_sandbox${path}`;
  try {
    const reply = await send({
      method,
      url,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of reply.body) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const request = { method, path: new URL(url).pathname };
    if (reply.status >= 300) throw serviceError({ ...reply, text, request });
    return JSON.parse(text) as Reply;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new AppError("network", error.reason === "timeout" ? "TIMEOUT" : "NETWORK", error.message, {
      hint: "See whether the sandbox runs: swath sandbox status",
      cause: error,
    });
  }
}

const planned = (method: string, url: string, body: object | undefined): DryRun =>
  new DryRun({
    method,
    url,
    path: new URL(url).pathname,
    query: {},
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body !== undefined && { body }),
  });
