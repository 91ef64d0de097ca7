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
import type { Clock } from "../../time/clock.ts";
import type { Output, World } from "../world.ts";

/**
 * Delay of the line: quicker responses need none. The line takes a moment to load, and must be visible within 100 ms.
 */
const SHOWN_AFTER_MS = 50;
const REDRAW_MS = 100;
/** A shorter piece of a host name is useless. */
const MIN_HOST_WIDTH = 6;

/** Returns one row of text. On a narrow terminal the host is cut, then dropped, then the request: the time stays. */
function fitRow(
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

export class WaitLine {
  /** The world with outputs and questions that remove the line first. */
  readonly world: World;
  readonly #clock: Clock;
  readonly #width: () => number;
  readonly #openLine: () => Promise<StatusLine | undefined>;
  #line: Promise<StatusLine | undefined> | undefined;
  /** The line, while it shows a request or an action of the run. */
  #drawn: StatusLine | undefined;
  readonly #requests = new Set<RequestInFlight>();
  #last: RequestInFlight | undefined;
  #ticking: AbortController | undefined;
  #rows = 0;
  #shownFromMs = 0;
  #waitsSinceMs = 0;
  /** The texts of other operations, which replace that of a request. */
  readonly #others = new Map<object, string>();

  /** `openLine` returns undefined when nothing can be redrawn. */
  constructor(outside: World, openLine: () => Promise<StatusLine | undefined>) {
    const { clock, stderr, promptStreams } = outside;
    this.#clock = clock;
    this.#width = () => (stderr.columns() || 80) - SPINNER_WIDTH - 1;
    this.#openLine = openLine;
    this.world = {
      ...outside,
      stdout: this.#clearBefore(outside.stdout),
      stderr: this.#clearBefore(outside.stderr),
      ...(promptStreams !== undefined && {
        promptStreams: () => {
          this.#clear();
          return promptStreams();
        },
      }),
    };
  }

  /** Called when a request is sent; the returned function is called when its response has arrived or cannot arrive. */
  inFlight(request: RequestInFlight): () => void {
    if (request.what !== this.#last?.what || request.host !== this.#last.host) {
      this.#rows = 0;
      this.#waitsSinceMs = this.#clock.now();
    }
    this.#last = request;
    this.#requests.add(request);
    if (this.#ticking === undefined) this.#start();
    return () => void this.#requests.delete(request);
  }

  /** Shows immediately the next action of the run, until a request's line replaces it or the run writes or asks. */
  async announce(text: string): Promise<void> {
    const line = await this.#open();
    if (line === undefined || this.#others.size > 0) return;
    this.#drawn = line;
    line.update(text);
  }

  /**
   * Opens a line for another operation, which replaces this one from its first text on; several are below each other.
   */
  async openOther(): Promise<StatusLine | undefined> {
    const line = await this.#open();
    if (line === undefined) return undefined;
    const key = {};
    const draw = (): void => line.update([...this.#others.values()].join("\n"));
    return {
      update: (text) => {
        if (this.#others.size === 0) this.#clear();
        this.#others.set(key, text);
        this.#drawn = line;
        draw();
      },
      stop: () => {
        if (!this.#others.delete(key)) return;
        if (this.#others.size === 0) this.#clear();
        else draw();
      },
    };
  }

  /** Counts the rows of a result that arrives in pages. */
  countRows<Data>(data: Data): Data {
    return watchPages(data, (page) => (this.#rows += page.length));
  }

  /** Called at the end of the run: clears the line. */
  stop(): void {
    this.#endWait();
    this.#clear();
  }

  #open(): Promise<StatusLine | undefined> {
    return (this.#line ??= this.#openLine());
  }

  #clear(): void {
    this.#drawn?.stop();
    this.#drawn = undefined;
    this.#shownFromMs = this.#clock.now() + SHOWN_AFTER_MS;
  }

  #clearBefore(output: Output): Output {
    if (!output.isTTY) return output;
    const write: Output["write"] = async (chunk) => {
      this.#clear();
      return output.write(chunk);
    };
    return { ...output, write };
  }

  #start(): void {
    this.#ticking = new AbortController();
    this.#waitsSinceMs = this.#clock.now();
    this.#shownFromMs = this.#waitsSinceMs + SHOWN_AFTER_MS;
    // Only the end of the wait aborts its pauses.
    this.#tick(this.#ticking.signal).catch(() => {});
  }

  /** Runs during requests, and one pause longer: the next page is requested immediately. */
  async #tick(signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(SHOWN_AFTER_MS, signal);
    for (let wasIdle = false; ;) {
      if (this.#requests.size === 0 && wasIdle) return this.#endWait();
      wasIdle = this.#requests.size === 0;
      if (this.#clock.now() >= this.#shownFromMs) await this.#draw(signal);
      await this.#clock.sleep(REDRAW_MS, signal);
    }
  }

  async #draw(signal: AbortSignal): Promise<void> {
    const line = await this.#open();
    const [request] = this.#requests;
    if (line === undefined || request === undefined || signal.aborted || this.#others.size > 0) return;
    this.#drawn = line;
    line.update(this.#formatText(request));
  }

  #formatText({ what, host }: RequestInFlight): string {
    const seconds = Math.floor((this.#clock.now() - this.#waitsSinceMs) / 1000);
    const rows = this.#rows > 0 ? [countText(this.#rows, "row")] : [];
    const counts = [...rows, ...(seconds > 0 ? [`${seconds} s`] : [])].join(", ");
    return fitRow({ what, host, counts }, this.#width());
  }

  #endWait(): void {
    this.#ticking?.abort();
    this.#ticking = undefined;
    // The line of another operation does not belong to this one.
    if (this.#others.size === 0) this.#clear();
  }
}
