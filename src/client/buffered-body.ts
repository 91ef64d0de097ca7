import { TransportError, type HttpResponse, type Send } from "../contract/send.ts";

/** A response with its complete body. */
export interface BufferedResponse extends Omit<HttpResponse, "body"> {
  readonly bytes: Uint8Array;
}

export type Exchange = (request: Parameters<Send>[0]) => Promise<BufferedResponse>;

/** The largest accepted response of the API; a page of search results is far smaller. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Reads the body to its end, so that a truncated response counts as a failed exchange. */
export function withBufferedBody(send: Send, maxBytes: number = MAX_REPLY_BYTES): Exchange {
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
          `the response is larger than ${maxBytes / 1024 / 1024} MiB`,
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
      throw new TransportError("reset", "maybe", `the response ended after ${length} of ${announced} bytes`);
    }
    return { status, headers, bytes: Buffer.concat(chunks) };
  };
}
