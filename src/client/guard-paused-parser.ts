import type { Duplex } from "node:stream";

/** The part of undici's HTTP parser that is used here. */
interface Parser {
  paused: boolean;
  resume(): void;
  finish(): Error | null;
}

/**
 * Delays the end of a connection while undici's parser is paused. undici 7 asserts that the parser is not paused
 * when the connection ends, and an assertion in a socket's event ends the process: a server that closes after its
 * last bytes, while these wait to be written to the disk, is enough. The end waits until the parser resumes, and a
 * connection that is lost meanwhile counts as lost. To be removed when the transfer engine is rebuilt.
 */
export function guardPausedParser<S extends Duplex>(socket: S): S {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...args: unknown[]) => boolean;
  let isEndHeld = false;
  const hold = (parser: Parser): void => {
    isEndHeld = true;
    const resume = parser.resume.bind(parser);
    parser.resume = () => {
      resume();
      if (parser.paused || !isEndHeld) return;
      isEndHeld = false;
      emit("end");
    };
  };
  socket.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    if (event !== "end" && event !== "error" && event !== "close") return emit(event, ...args);
    const parser = parserOf(socket);
    if (parser?.paused !== true) return emit(event, ...args);
    if (event === "end") {
      if (!isEndHeld) hold(parser);
      return true;
    }
    isEndHeld = false;
    parser.finish = () => new Error("lost while the reply was being taken in");
    return emit(event, ...args);
  };
  return socket;
}

/** undici keeps the parser on the socket, under a symbol of its own. */
function parserOf(socket: Duplex): Parser | undefined {
  const symbol = Object.getOwnPropertySymbols(socket).find(({ description }) => description === "parser");
  if (symbol === undefined) return undefined;
  return (socket as unknown as Record<symbol, Parser | undefined>)[symbol] ?? undefined;
}
