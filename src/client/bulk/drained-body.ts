import type { HttpResponse } from "../../contract/send.ts";
import { bodyQueue } from "../body-queue.ts";

/** The same bytes for a reader that wants chunks of its own: error pages, and whoever knows no `drain`. Read once. */
export function drainedBody(
  drain: NonNullable<HttpResponse["drain"]>,
  cancel: () => void,
): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => readThrough(drain, cancel) };
}

function readThrough(
  drain: NonNullable<HttpResponse["drain"]>,
  cancel: () => void,
): AsyncIterableIterator<Uint8Array> {
  let open: (() => void) | undefined;
  let gate: Promise<void> | undefined;
  const queue = bodyQueue({
    pause: () => (gate ??= new Promise((resolve) => (open = resolve))),
    resume: () => {
      gate = undefined;
      open?.();
    },
    cancel: () => {
      cancel();
      open?.();
    },
  });
  drain((bytes) => {
    queue.push(Buffer.from(bytes));
    return gate;
  }).then(
    () => queue.end(),
    (error: unknown) => queue.fail(error as Error),
  );
  return queue.body;
}
