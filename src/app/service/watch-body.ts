/** Reads along with whoever reads a body. */

/** As much of a body as a record keeps. */
const MOST_KEPT_BYTES = 256 * 1024;

/** `text` only of what is text; `end` says why the body broke off. Told once, when it has ended or its reader has left. */
export type BodySeen = (text: string | undefined, size: number, end?: string) => void;

export function watchBody(
  body: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  tell: BodySeen,
): AsyncIterableIterator<Uint8Array> {
  const isText = /json|text|html|xml/i.test(contentType ?? "");
  const source = body[Symbol.asyncIterator]();
  const kept: Uint8Array[] = [];
  let size = 0;
  let isTold = false;
  const finish = (end?: string): void => {
    if (isTold) return;
    isTold = true;
    const text = Buffer.concat(kept).subarray(0, MOST_KEPT_BYTES).toString("utf8");
    tell(isText ? text : undefined, size, end);
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
