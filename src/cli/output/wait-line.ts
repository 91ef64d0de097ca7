/**
 * The status line of a waiting run: its request, the waiting time, and the number of rows so far. It appears shortly
 * after a request was sent. It disappears when other output, another line or a question replaces it, and when no
 * request is running.
 */
import type { RequestInFlight } from "../../app/surroundings.ts";
import { countText } from "../../counted.ts";
import { truncate } from "../../render/width.ts";
import { watchPages } from "./paged-rows.ts";
import { SPINNER_WIDTH, type StatusLine } from "./status-line.ts";
import type { Output, World } from "../world.ts";

/**
 * Delay of the line: quicker responses need none. The line takes a moment to load, and must be visible within 100 ms.
 */
const SHOWN_AFTER_MS = 50;
const REDRAW_MS = 100;
/** A shorter piece of a host name is useless. */
const MIN_HOST_WIDTH = 6;

export interface WaitLine {
  /** Returns the world with outputs and questions that remove the line first. */
  readonly world: World;
  /** Called when a request is sent; the returned function is called when its response has arrived or cannot arrive. */
  inFlight(request: RequestInFlight): () => void;
  /** Shows immediately the next action of the run, until a request's line replaces it or the run writes or asks. */
  announce(text: string): Promise<void>;
  /**
   * Opens a line for another operation, which replaces this one from its first text on; several are below each other.
   */
  openOther(): Promise<StatusLine | undefined>;
  /** Counts the rows of a result that arrives in pages. */
  counted<Data>(data: Data): Data;
  /** Called at the end of the run: clears the line. */
  stop(): void;
}

/** Returns one row of text. On a narrow terminal the host is cut, then dropped, then the request: the time stays. */
function fitted(
  { what, host, counts }: { what: string; host: string; counts: string },
  width: number,
): string {
  const end = counts === "" ? "" : `, ${counts}`;
  const room = width - `${what}: waiting for ${end}`.length;
  if (room >= Math.min(host.length, MIN_HOST_WIDTH))
    return `${what}: waiting for ${truncate(host, room)}${end}`;
  const short = counts === "" ? ": waiting" : `: ${counts}`;
  return `${truncate(what, Math.max(1, width - short.length))}${short}`;
}

/** Creates the line of a run; `open` returns undefined when nothing can be redrawn. */
export function createWaitLine(outside: World, open: () => Promise<StatusLine | undefined>): WaitLine {
  const { clock } = outside;
  const requests = new Set<RequestInFlight>();
  let line: Promise<StatusLine | undefined> | undefined;
  const openLine = (): Promise<StatusLine | undefined> => (line ??= open());
  let drawn: StatusLine | undefined;
  let ticking: AbortController | undefined;
  let [rows, shownFrom, waitsSince] = [0, 0, 0];
  const others = new Map<object, string>();
  let last: RequestInFlight | undefined;

  const clear = (): void => {
    drawn?.stop();
    drawn = undefined;
    shownFrom = clock.now() + SHOWN_AFTER_MS;
  };
  const text = ({ what, host }: RequestInFlight): string => {
    const seconds = Math.floor((clock.now() - waitsSince) / 1000);
    const counts = [...(rows > 0 ? [countText(rows, "row")] : []), ...(seconds > 0 ? [`${seconds} s`] : [])];
    return fitted(
      { what, host, counts: counts.join(", ") },
      (outside.stderr.columns() || 80) - SPINNER_WIDTH - 1,
    );
  };
  const draw = async (signal: AbortSignal): Promise<void> => {
    const opened = await openLine();
    const [request] = requests;
    if (opened === undefined || request === undefined || signal.aborted || others.size > 0) return;
    drawn = opened;
    opened.update(text(request));
  };
  /** Runs during requests, and one pause longer: the next page is requested immediately. */
  const tick = async (signal: AbortSignal): Promise<void> => {
    await clock.sleep(SHOWN_AFTER_MS, signal);
    for (let wasIdle = false; ;) {
      if (requests.size === 0 && wasIdle) return endWait();
      wasIdle = requests.size === 0;
      if (clock.now() >= shownFrom) await draw(signal);
      await clock.sleep(REDRAW_MS, signal);
    }
  };
  const start = (): void => {
    ticking = new AbortController();
    waitsSince = clock.now();
    shownFrom = waitsSince + SHOWN_AFTER_MS;
    // Only the end of the wait aborts its pauses.
    tick(ticking.signal).catch(() => {});
  };
  const endWait = (): void => {
    ticking?.abort();
    ticking = undefined;
    // The line of another operation does not belong to this one.
    if (others.size === 0) clear();
  };
  const cleared = (output: Output): Output =>
    output.isTTY
      ? {
          ...output,
          write: async (chunk) => {
            clear();
            return output.write(chunk);
          },
        }
      : output;

  const { promptStreams } = outside;
  return {
    world: {
      ...outside,
      stdout: cleared(outside.stdout),
      stderr: cleared(outside.stderr),
      ...(promptStreams !== undefined && {
        promptStreams: () => {
          clear();
          return promptStreams();
        },
      }),
    },
    inFlight: (request) => {
      if (request.what !== last?.what || request.host !== last.host) [rows, waitsSince] = [0, clock.now()];
      last = request;
      requests.add(request);
      if (ticking === undefined) start();
      return () => void requests.delete(request);
    },
    announce: async (shown) => {
      const opened = await openLine();
      if (opened === undefined || others.size > 0) return;
      drawn = opened;
      opened.update(shown);
    },
    openOther: async () => {
      const opened = await openLine();
      if (opened === undefined) return undefined;
      const key = {};
      return {
        update: (shown) => {
          if (others.size === 0) clear();
          others.set(key, shown);
          drawn = opened;
          opened.update([...others.values()].join("\n"));
        },
        stop: () => {
          if (!others.delete(key)) return;
          if (others.size === 0) clear();
          else opened.update([...others.values()].join("\n"));
        },
      };
    },
    counted: (data) => watchPages(data, (page) => (rows += page.length)),
    stop: () => {
      endWait();
      clear();
    },
  };
}
