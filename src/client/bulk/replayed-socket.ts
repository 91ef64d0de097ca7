import { Duplex } from "node:stream";
import type { DataConnection } from "./data-connection.ts";

/**
 * The connection as undici would have had it: its request, which has been sent already, is swallowed, and the reply is
 * told from its first byte. So a reply that is not the plainest is read by a real parser, without asking twice.
 */
export function replayedSocket(connection: DataConnection): Duplex {
  let isAsked = false;
  const socket = new Duplex({
    allowHalfOpen: false,
    write: (_chunk, _encoding, done) => {
      done();
      if (isAsked) return;
      isAsked = true;
      connection.giveAway({
        push: (bytes) => socket.push(bytes),
        end: () => socket.push(null),
        fail: (error) => socket.destroy(error),
      });
    },
    read: () => connection.resume(),
    destroy: (error, done) => {
      connection.close();
      done(error);
    },
  });
  return socket;
}
