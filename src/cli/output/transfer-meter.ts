/** The progress of a transfer as text: totals in the first line, the running files below. Pure. */
import { countText, moreText, sizeText } from "../../counted.ts";
import { rateText } from "../../render/quantity-text.ts";
import { formatDuration } from "../../time/duration.ts";
import { escapeText } from "../../render/safe-text.ts";
import type { TransferEvent } from "../../transfer/events.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import { cutStart } from "../../render/width.ts";

/** Maximum number of file lines at a time. */
const SHOWN_FILES = 8;
/** The rate covers the last seconds only: an earlier rate does not predict the next one. */
const WINDOW_MS = 10_000;
const SAMPLE_MS = 250;

interface Active {
  done: number;
  size?: number;
}

export class TransferMeter {
  readonly #files: number;
  readonly #sizes = new Map<string, number>();
  readonly #active = new Map<string, Active>();
  readonly #samples: { ms: number; bytes: number }[];
  #totalBytes = 0;
  #doneBytes = 0;
  #movedBytes = 0;
  #finished = 0;
  #failed = 0;

  constructor({ files }: Pick<TransferPlan, "files">, startMs: number) {
    this.#files = files.length;
    this.#samples = [{ ms: startMs, bytes: 0 }];
    for (const { path, size } of files) if (size !== undefined) this.#setSize(path, size);
  }

  take(event: TransferEvent): void {
    const { path } = event.file;
    if ("size" in event && event.size !== undefined) this.#setSize(path, event.size);
    switch (event.type) {
      case "started":
        this.#active.set(path, { done: 0 });
        return;
      case "progress":
        return this.#move(path, event.done, true);
      case "resumed":
        return this.#move(path, event.done, false);
      case "restarted":
        return this.#move(path, 0, false);
      case "finished":
      case "skipped":
        // Bytes without progress events were already on disk, or arrived in one piece.
        this.#move(path, event.size, event.type === "finished");
        this.#active.delete(path);
        this.#finished += 1;
        return;
      case "failed":
        this.#move(path, 0, false);
        this.#active.delete(path);
        this.#failed += 1;
        return;
      case "verified":
      case "renewed":
      case "retried":
      case "waiting":
      case "leftover":
        return;
      case "unlocked":
        this.#move(path, 0, false);
        this.#active.delete(path);
    }
  }

  /** Returns lines of at most `columns` characters. */
  lines(nowMs: number, columns: number): string[] {
    const rate = this.#rate(nowMs);
    const left = this.#totalBytes - this.#doneBytes;
    // Files of unknown size are added on top.
    const more = this.#sizes.size < this.#files ? " or more" : "";
    const sums = [
      `${this.#finished} of ${countText(this.#files, "file")}`,
      `${sizeText(this.#doneBytes)} of ${sizeText(this.#totalBytes)}${more}`,
      rateText(rate),
      ...(rate > 0 && left > 0 ? [`${formatDuration(Math.round(left / rate) * 1000)}${more} left`] : []),
      ...(this.#failed > 0 ? [`${this.#failed} failed`] : []),
    ];
    // Files that only wait for their name come last.
    const isWhole = ([path, { done }]: [string, Active]): number => Number(done === this.#sizes.get(path));
    const shown = [...this.#active].toSorted((a, b) => isWhole(a) - isWhole(b)).slice(0, SHOWN_FILES);
    const hidden = this.#active.size - shown.length;
    return [
      ...packLines(sums, columns),
      ...shown.map(([path, { done }]) => formatFileLine(path, done, this.#sizes.get(path), columns)),
      ...(hidden > 0 ? [`  ${moreText(hidden)}`] : []),
    ];
  }

  #setSize(path: string, size: number): void {
    this.#totalBytes += size - (this.#sizes.get(path) ?? 0);
    this.#sizes.set(path, size);
  }

  /** `isMoved`: these bytes were just transferred, and count for the rate. */
  #move(path: string, done: number, isMoved: boolean): void {
    const active = this.#active.get(path) ?? { done: 0 };
    const gained = done - active.done;
    this.#doneBytes += gained;
    if (isMoved && gained > 0) this.#movedBytes += gained;
    this.#active.set(path, { ...active, done });
    // A file of unknown size is at least as long as the bytes that arrived.
    if (done > (this.#sizes.get(path) ?? 0)) this.#setSize(path, done);
  }

  #rate(nowMs: number): number {
    const samples = this.#samples;
    if (nowMs - samples.at(-1)!.ms >= SAMPLE_MS) samples.push({ ms: nowMs, bytes: this.#movedBytes });
    while (samples.length > 2 && nowMs - samples[1]!.ms >= WINDOW_MS) samples.shift();
    const [oldest] = samples;
    return (this.#movedBytes - oldest!.bytes) / Math.max(0.001, (nowMs - oldest!.ms) / 1000);
  }
}

/** Joins as many parts per line as fit. */
function packLines(parts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ""}, ${part}`;
    if (lines.length > 0 && longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** Minimum part of a path that distinguishes files. */
const MIN_PATH = 12;

function formatFileLine(path: string, done: number, size: number | undefined, columns: number): string {
  const percent = size === undefined || size === 0 ? [] : [`${Math.floor((done / size) * 100)} %`];
  const bytes = sizeText(done);
  const of = size === undefined ? bytes : `${bytes} of ${sizeText(size)}`;
  // On a narrow terminal, derivable values are dropped first.
  const states = [[...percent, of], [...percent, bytes], percent].map((parts) => `  ${parts.join(", ")}`);
  const room = (state: string): number => columns - state.length - 2;
  const state = states.find((each) => room(each) >= MIN_PATH) ?? "";
  return `  ${cutStart(escapeText(path), Math.max(MIN_PATH, room(state)))}${state.trimEnd()}`;
}
