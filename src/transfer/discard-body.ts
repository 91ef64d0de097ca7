import type { HttpResponse } from "../contract/send.ts";
import { readInterruptibly } from "../time/deadline.ts";

const MAX_BYTES = 16 * 1024;

/** Returns the start of a body that only informs, such as an error page, and closes the body. A broken body is short. */
export async function discardBody(response: HttpResponse, signal: AbortSignal): Promise<string> {
  const text: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of readInterruptibly(response.body, signal)) {
      text.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_BYTES) break;
    }
  } catch {
    signal.throwIfAborted();
  }
  return Buffer.concat(text).toString("utf8").slice(0, MAX_BYTES);
}
