/** Which process answers as a sandbox at an address: the proof that a running one is the one we take it for. */
import { TransportError, type Send } from "../contract/send.ts";
import { AppError } from "../errors.ts";
import type { World } from "./world.ts";

/** Answered by `sandbox start` beside the sandbox's own control plane: `{pid}`. */
export const PROCESS_PATH = "/_sandbox/process";

/** A large archive is built in one go when it is first read; until then nothing is answered. */
const ANSWER_TIMEOUT_MS = 15_000;

/** The process id that the sandbox at `url` gives; undefined when nobody, or somebody else, answers there. */
export async function sandboxPid(
  { url, pid }: { url: string; pid: number },
  { clock }: Pick<World, "clock">,
): Promise<number | undefined> {
  const { undiciSend } = await import("../client/undici-send.ts");
  // No environment: what listens on this machine is not asked for through a proxy.
  const send = undiciSend({ clock });
  try {
    return await askForPid(send, `${url}${PROCESS_PATH}`);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    if (error.reason !== "timeout") return undefined;
    throw new AppError("network", "TIMEOUT", `the sandbox at ${url} (process ${pid}) does not answer`, {
      hint: `Try again, or end it: kill -9 ${pid}`,
      cause: error,
    });
  } finally {
    await send.close();
  }
}

async function askForPid(send: Send, url: string): Promise<number | undefined> {
  const { status, body } = await send({
    method: "GET",
    url,
    headers: {},
    headersTimeoutMs: ANSWER_TIMEOUT_MS,
    idleTimeoutMs: ANSWER_TIMEOUT_MS,
  });
  let text = "";
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString("utf8");
    if (text.length > 1000) return undefined;
  }
  return status === 200 ? pidIn(text) : undefined;
}

function pidIn(text: string): number | undefined {
  try {
    const { pid } = JSON.parse(text) as { pid?: unknown };
    return typeof pid === "number" ? pid : undefined;
  } catch {
    return undefined;
  }
}
