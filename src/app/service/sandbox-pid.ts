/** Which process answers as a sandbox at an address: the proof that a running one is the one we take it for. */
import type { IncomingMessage } from "node:http";
import { AppError } from "../../errors.ts";

/** Answered by `sandbox start` beside the sandbox's own control plane: `{pid}`. */
export const PROCESS_PATH = "/_sandbox/process";

/** A large archive is built in one go when it is first read; until then nothing is answered. */
const ANSWER_TIMEOUT_MS = 15_000;
const MAX_CHARACTERS = 1000;

class Silence extends Error {}

/**
 * The process id that the sandbox at `url` gives; undefined when nobody, or somebody else, answers there.
 * Errors: TIMEOUT when there is somebody who says nothing.
 */
export async function sandboxPid({ url, pid }: { url: string; pid: number }): Promise<number | undefined> {
  // Node's own client and not ours: it loads at once, and asks no proxy for what is on this machine.
  const { get } = await import("node:http");
  const options = { agent: false, timeout: ANSWER_TIMEOUT_MS };
  try {
    return await new Promise((resolve, reject) => {
      const request = get(`${url}${PROCESS_PATH}`, options, (response) => {
        readText(response).then((text) => resolve(pidIn(text)), reject);
      });
      request.on("timeout", () => request.destroy(new Silence()));
      request.on("error", reject);
    });
  } catch (error) {
    // Refused, reset, no HTTP: whoever it is, it is no sandbox.
    if (!(error instanceof Silence)) return undefined;
    throw new AppError("network", "TIMEOUT", `the sandbox at ${url} (process ${pid}) does not answer`, {
      hint: `Try again, or end it: kill -9 ${pid}`,
      cause: error,
    });
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response as AsyncIterable<Buffer>) {
    text += chunk.toString("utf8");
    if (text.length > MAX_CHARACTERS) break;
  }
  return text;
}

function pidIn(text: string): number | undefined {
  try {
    const { pid } = JSON.parse(text) as { pid?: unknown };
    return typeof pid === "number" ? pid : undefined;
  } catch {
    return undefined;
  }
}
