import { TransportError, type HttpResponse, type Send } from "../contract/send.ts";

/** A reply whose body has arrived whole. */
export interface WholeResponse extends Omit<HttpResponse, "body"> {
  readonly bytes: Uint8Array;
}

export type Exchange = (request: Parameters<Send>[0]) => Promise<WholeResponse>;

/** The largest reply of the API that is taken in: a page of search results is far below it. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Reads the body to its end, so that a reply cut short counts as a failed exchange like any other. */
export function withWholeBody(send: Send, maxBytes: number = MAX_REPLY_BYTES): Exchange {
  return async (request) => {
    const { status, headers, body } = await send(request);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxBytes) {
        throw new TransportError(
          "protocol",
          "maybe",
          `the reply is larger than ${maxBytes / 1024 / 1024} MiB`,
        );
      }
      chunks.push(chunk);
    }
    const announced = headers["content-length"];
    if (
      announced !== undefined &&
      request.method !== "HEAD" &&
      Number(announced) !== length &&
      status !== 304
    ) {
      throw new TransportError("reset", "maybe", `the reply ended after ${length} of ${announced} bytes`);
    }
    return { status, headers, bytes: Buffer.concat(chunks) };
  };
}
