/**
 * Finds the running sandbox. Without one, the same service runs inside this process for the duration of the command, over the
 * same store.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { tryParseJson, toJsonObject } from "../../contract/json-object.ts";
import { AppError } from "../../errors.ts";
import { advice, systemCommand } from "../../hint.ts";
import type { Send } from "../../contract/send.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { Directories } from "../../settings/environment.ts";
import { SANDBOX_URL } from "../../settings/profiles.ts";
import type { Clock } from "../../time/clock.ts";

/** A running sandbox, as recorded in a file beside its store. */
export interface RunningSandbox {
  pid: number;
  /** Tells this sandbox from any other. */
  token: string;
  url: string;
  /** API key of each seeded user. */
  keys: Readonly<Record<string, string>>;
  /** Its store is in memory and ends with it. */
  ephemeral?: true;
}

type Data = Pick<Directories, "data">;

export const getSandboxDir = ({ data }: Data): string => join(data, "sandbox");
/** Returns the store's file, which exists after the first use. */
export const getStorePath = (directories: Data): string => join(getSandboxDir(directories), "sandbox.db");
export const getRunningPath = (directories: Data): string => join(getSandboxDir(directories), "running.json");

/** Returns the content of the file, even if it is outdated; undefined when it is missing or damaged. */
export async function readRunning(directories: Data): Promise<RunningSandbox | undefined> {
  try {
    const running = JSON.parse(await readFile(getRunningPath(directories), "utf8")) as RunningSandbox;
    const isValid =
      // Must be one process: to `kill`, zero and negative ids are process groups.
      Number.isSafeInteger(running.pid) &&
      running.pid > 0 &&
      typeof running.token === "string" &&
      // Only a loopback address is valid, because any process of the user could have written the file.
      /^http:\/\/127\.0\.0\.1:\d{1,5}(?:\/[\w.~/-]*)?$/.test(running.url) &&
      typeof running.keys === "object" &&
      running.keys !== null &&
      Object.values(running.keys).every((key) => typeof key === "string");
    return isValid ? running : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the running sandbox, if the process in the file is alive and responds at its address: after a crash another
 * process may have its id. Errors: TIMEOUT when it is alive and does not respond.
 */
export async function findRunning(
  directories: Data,
  { isAlive }: { isAlive: (pid: number) => boolean },
): Promise<(RunningSandbox & { nowMs: number | undefined }) | undefined> {
  const running = await readRunning(directories);
  if (running === undefined || !isAlive(running.pid)) return undefined;
  const process = await askProcess(running);
  return process?.pid === running.pid ? { ...running, nowMs: process.nowMs } : undefined;
}

/** Served by `sandbox start` in addition to the control plane: `{pid, now}`. */
export const PROCESS_PATH = "/_sandbox/process";

/** A large archive is built in one step when it is first read; until then the sandbox does not respond. */
const ANSWER_TIMEOUT_MS = 15_000;
const MAX_CHARACTERS = 1000;

class NoReply extends Error {}

interface SandboxProcess {
  pid: number;
  /** The time of its clock. */
  nowMs: number | undefined;
}

/**
 * Returns the process that the sandbox at `url` reports; undefined without a sandbox there. Errors: TIMEOUT when the
 * connection succeeds and no response arrives.
 */
async function askProcess({ url, pid }: { url: string; pid: number }): Promise<SandboxProcess | undefined> {
  try {
    return parseProcess(await ask("GET", `${url}${PROCESS_PATH}`));
  } catch (error) {
    // Connection refused, reset, or not HTTP: there is no sandbox.
    if (!(error instanceof NoReply)) return undefined;
    throw new AppError("network", "TIMEOUT", `the sandbox at ${url} (process ${pid}) does not answer`, {
      next: advice`End it: ${systemCommand("endProcess", pid)}`,
      cause: error,
    });
  }
}

/** Served by `sandbox start`: a POST with its token ends it as SIGTERM does. */
export const STOP_PATH = "/_sandbox/stop";
/** A web page cannot send this header, and does not know the token. */
export const TOKEN_HEADER = "sandbox-token";

/** Asks the sandbox to stop. Returns false if it does not accept, for example because an older version serves it. */
export async function askToStop({ url, token }: RunningSandbox): Promise<boolean> {
  try {
    const reply = await ask("POST", `${url}${STOP_PATH}`, { [TOKEN_HEADER]: token });
    return toJsonObject(tryParseJson(reply))["stopping"] === true;
  } catch {
    return false;
  }
}

/** Sends one request, and returns the text of the response. Node's own client loads quickly, and uses no proxy for this machine. */
async function ask(
  method: "GET" | "POST",
  url: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false, timeout: ANSWER_TIMEOUT_MS }, (response) => {
      readText(response).then(resolve, reject);
    });
    sent.on("timeout", () => sent.destroy(new NoReply()));
    sent.on("error", reject);
    sent.end();
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response as AsyncIterable<Buffer>) {
    text += chunk.toString("utf8");
    if (text.length > MAX_CHARACTERS) break;
  }
  return text;
}

function parseProcess(text: string): SandboxProcess | undefined {
  const { pid, now } = toJsonObject(tryParseJson(text));
  if (typeof pid !== "number") return undefined;
  return { pid, nowMs: Number.isSafeInteger(now) ? (now as number) : undefined };
}

/** Opens the service inside this process. */
export async function embedSandbox(dir: string, clock: Clock): Promise<{ send: Send; sandbox: Sandbox }> {
  const [{ openSandbox }, { createSandboxSend }] = await Promise.all([
    import("../../sandbox/sandbox.ts"),
    import("../../sandbox/sandbox.ts"),
  ]);
  const { randomBytes } = await import("node:crypto");
  const sandbox = await openSandbox({ dir, clock, random: randomBytes });
  return { sandbox, send: createSandboxSend(sandbox, SANDBOX_URL) };
}

/** Returns the time of the stored sandbox's clock; undefined without a store. Creates nothing and sends nothing. */
export async function readStoredTime(directories: Data, clock: Clock): Promise<number | undefined> {
  if (!existsSync(getStorePath(directories))) return undefined;
  const { sandbox } = await embedSandbox(getSandboxDir(directories), clock);
  try {
    return sandbox.now();
  } finally {
    sandbox.close();
  }
}
