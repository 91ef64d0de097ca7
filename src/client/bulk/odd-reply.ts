import { Duplex } from "node:stream";
import { setImmediate } from "node:timers";
import { TransportError, type HttpResponse } from "../../contract/send.ts";
import { makeClient, dispatchOnce } from "../client-pool.ts";
import { startDeadline } from "../../time/deadline.ts";
import { toLateHeadError, type DataConnection, type ReplyLimits } from "./data-connection.ts";

/**
 * Returns a response with an odd head: undici parses it from the bytes of the connection, without a second request. A slow reader
 * blocks the connection.
 */
export async function parseOddReply(
  connection: DataConnection,
  limits: ReplyLimits,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  const socket = replay(connection);
  let isOpened = false;
  const openOnce = async (): Promise<Duplex> => {
    if (!isOpened && !socket.destroyed) {
      isOpened = true;
      return socket;
    }
    // undici would connect again for a request that it has not started to write.
    throw new TransportError("reset", "maybe", `${limits.host}: the connection was closed too early`);
  };
  const client = makeClient(`http://${limits.host}`, openOnce, true);
  const deadline = startDeadline(connection.clock, limits.headersTimeoutMs, () => toLateHeadError(limits));
  deadline.signal.addEventListener("abort", () =>
    connection.destroy(deadline.signal.reason as TransportError),
  );
  try {
    const replied = dispatchOnce(client, {
      host: limits.host,
      signal,
      // The connection has its own timeouts, which stop while the reader is slow.
      dispatch: { path: "/", method: "GET", headersTimeout: 0, bodyTimeout: 0 },
    });
    void client.close();
    return await replied;
  } catch (error) {
    void client.destroy();
    throw error;
  } finally {
    deadline.stop();
  }
}

/** Returns the connection as undici expects it: the request that undici writes is ignored, then the response follows. */
function replay(connection: DataConnection): Duplex {
  let isRequested = false;
  let goOn = (): void => undefined;
  const deliver = (): void => {
    connection
      .drain((bytes) => {
        socket.push(Buffer.from(bytes));
        return new Promise((resolve) => (goOn = resolve));
      })
      .then(
        () => socket.push(null),
        (error: unknown) => socket.destroy(error as Error),
      );
  };
  const socket = new Duplex({
    allowHalfOpen: false,
    // Without a reserve, the parser asks for more when it has read everything.
    readableHighWaterMark: 0,
    write: (_chunk, _encoding, done) => {
      done();
      // undici expects no response before its write has returned.
      if (!isRequested) setImmediate(deliver);
      isRequested = true;
    },
    read: () => goOn(),
    destroy: (error, done) => {
      goOn();
      connection.close();
      done(error);
    },
  });
  return socket;
}
