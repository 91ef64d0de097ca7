/** Records a body while its consumer reads it. */

/** Maximum number of recorded bytes of a body. */
const MOST_KEPT_BYTES = 256 * 1024;

/**
 * `text` only for text; `end` is the reason for an incomplete body. Called once, when the body has ended or its
 * reader has stopped.
 */
export type OnBodyEnd = (text: string | undefined, size: number, end?: string) => void;

export function watchBody(
  body: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  onEnd: OnBodyEnd,
): AsyncIterableIterator<Uint8Array> {
  const isText = /json|text|html|xml/i.test(contentType ?? "");
  const source = body[Symbol.asyncIterator]();
  const kept: Uint8Array[] = [];
  let size = 0;
  let isReported = false;
  const finish = (end?: string): void => {
    if (isReported) return;
    isReported = true;
    const text = Buffer.concat(kept).subarray(0, MOST_KEPT_BYTES).toString("utf8");
    onEnd(isText ? text : undefined, size, end);
  };
  const watched: AsyncIterableIterator<Uint8Array> = {
    next: async () => {
      try {
        const step = await source.next();
        if (step.done === true) finish();
        else {
          if (isText && size < MOST_KEPT_BYTES) kept.push(step.value);
          size += step.value.length;
        }
        return step;
      } catch (error) {
        finish(error instanceof Error ? error.message : "broken off");
        throw error;
      }
    },
    return: async () => {
      finish("not read to its end");
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => watched,
  };
  return watched;
}
