/** `--debug`: shows each exchange of a run, without secrets: `> ` before what is sent, `< ` before the response. */
import type { Send } from "../../contract/send.ts";
import { scrubBody, scrubHeaders, scrubUrl, findSecrets } from "./scrub-http.ts";

/** Maximum number of bytes of a body that are shown. */
const MAX_SHOWN_BYTES = 4096;

/** Wraps `send`: each exchange is shown by `show`, one line at a time. The body of a response follows once it has been read. */
export function showHttp(send: Send, show: (line: string) => void): Send {
  const secrets = new Set<string>();
  const clean = (text: string): string => scrubBody(text, [...secrets]);
  const showHeaders = (mark: string, headers: Readonly<Record<string, string>>): void => {
    for (const { name, value } of scrubHeaders(headers, [...secrets])) show(`${mark} ${name}: ${value}`);
  };
  return async (request) => {
    for (const secret of findSecrets(request.headers)) secrets.add(secret);
    show(`> ${request.method} ${clean(scrubUrl(request.url))}`);
    showHeaders(">", request.headers);
    if (typeof request.body === "string") show(`> ${clean(request.body)}`);
    // Without `receive` the body of a refusal passes through here.
    const { status, headers, body } = await send({ ...request, receive: undefined });
    show(`< ${status}`);
    showHeaders("<", headers);
    const isText = /json|text|html|xml/i.test(headers["content-type"] ?? "");
    return { status, headers, body: isText ? watchText(body, (text) => show(`< ${clean(text)}`)) : body };
  };
}

/** Passes a body on; calls `onEnd` once, with the beginning of its text, when the body has ended or its reader has stopped. */
function watchText(
  body: AsyncIterable<Uint8Array>,
  onEnd: (text: string) => void,
): AsyncIterableIterator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  const kept: Uint8Array[] = [];
  let size = 0;
  let isEnded = false;
  const finish = (end: string): void => {
    if (isEnded) return;
    isEnded = true;
    const text = Buffer.concat(kept).subarray(0, MAX_SHOWN_BYTES).toString("utf8");
    onEnd(`${text}${size > MAX_SHOWN_BYTES ? ` ... (${size} bytes)` : ""}${end}`);
  };
  // Not a generator: one that was never read would not end its source.
  return {
    next: async () => {
      const step = await source.next().catch((error: unknown) => {
        finish(" ... (broken off)");
        throw error;
      });
      if (step.done === true) finish("");
      else {
        if (size < MAX_SHOWN_BYTES) kept.push(step.value);
        size += step.value.length;
      }
      return step;
    },
    return: async () => {
      finish(" ... (not read to its end)");
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
