/** Tells how a download goes: a redrawn line on a terminal, a line a file elsewhere, events as JSON on request. */
import { etaText } from "../../render/duration.ts";
import { safeJson } from "../../render/safe-json.ts";
import { safeText } from "../../render/safe-text.ts";
import { rateText, sizeText } from "../../render/size.ts";
import type { TransferEvent } from "../../transfer/events.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import type { Context } from "../context.ts";
import { openStatusLine, type StatusLine } from "./status-line.ts";

export interface TransferProgress {
  tell(event: TransferEvent): void;
  stop(): void;
}

/** Redrawing more often helps nobody. */
const REDRAW_MS = 100;

export async function openProgress(context: Context, plan: TransferPlan): Promise<TransferProgress> {
  const { world, options, settings, notes } = context;
  const how = settings.progress.value;
  if (how === "json")
    return { tell: (event) => void world.stderr.write(eventJson(event)).catch(() => {}), stop: () => {} };
  if (how === "none") return { tell: () => {}, stop: () => {} };
  const line = await openStatusLine(world, options);
  if (line === undefined) return { tell: (event) => tellLine(event, notes), stop: () => {} };
  const meter = new Meter(plan, world.clock.now());
  let drawnAt = 0;
  return {
    tell: (event) => {
      meter.take(event);
      const now = world.clock.now();
      if (event.type === "failed") interject(line, () => tellLine(event, notes));
      if (now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      line.update(meter.text(now));
    },
    stop: () => line.stop(),
  };
}

function interject(line: StatusLine, say: () => void): void {
  line.stop();
  say();
}

function eventJson(event: TransferEvent): string {
  const error =
    event.type === "failed" ? { code: event.error.code, message: event.error.message } : undefined;
  return `${safeJson({ ...event, ...(error && { error }) })}\n`;
}

function tellLine(event: TransferEvent, notes: Context["notes"]): void {
  const { path } = event.file;
  switch (event.type) {
    case "finished":
      return notes.note(
        `${path}: ${sizeText(event.size)}, ${event.sha256 === undefined ? "not hashed" : "verified"}`,
      );
    case "skipped":
      return notes.note(`${path}: already here (${event.reason})`);
    case "resumed":
      return notes.note(`${path}: going on after ${sizeText(event.done)}`);
    case "failed":
      return notes.warn(`${path}: ${event.error.message}`);
    case "waiting":
      return notes.note(`${path}: process ${event.pid} is downloading it; waiting`);
    case "restarted":
    case "retried":
    case "renewed":
      return notes.detail(`${path}: ${event.type}${"reason" in event ? ` (${event.reason})` : ""}`);
    case "started":
    case "progress":
    case "verified":
      return undefined;
  }
}

/** Sums over all files: bytes, rate, time left, files done. */
class Meter {
  readonly #done = new Map<string, number>();
  readonly #sizes = new Map<string, number>();
  readonly #files: number;
  readonly #startMs: number;
  #finished = 0;
  #resumedBytes = 0;

  constructor({ files }: TransferPlan, startMs: number) {
    this.#files = files.length;
    this.#startMs = startMs;
    for (const { path, size } of files) if (size !== undefined) this.#sizes.set(path, size);
  }

  take(event: TransferEvent): void {
    const { path } = event.file;
    if ("size" in event && event.size !== undefined) this.#sizes.set(path, event.size);
    if (event.type === "progress") this.#done.set(path, event.done);
    if (event.type === "resumed") {
      this.#resumedBytes += event.done;
      this.#done.set(path, event.done);
    }
    if (event.type === "skipped") this.#resumedBytes += event.size;
    if (event.type === "finished" || event.type === "skipped") {
      this.#done.set(path, event.size);
      this.#finished += 1;
    }
  }

  text(nowMs: number): string {
    const done = sum(this.#done);
    const total = Math.max(done, sum(this.#sizes));
    const seconds = Math.max(0.001, (nowMs - this.#startMs) / 1000);
    const rate = (done - this.#resumedBytes) / seconds;
    const parts = [
      `${this.#finished} of ${this.#files} files`,
      `${sizeText(done)} of ${sizeText(total)}`,
      rateText(rate),
    ];
    if (rate > 0 && done < total) parts.push(`${etaText(total - done, rate)} left`);
    return safeText(parts.join(", "));
  }
}

const sum = (map: ReadonlyMap<string, number>): number =>
  [...map.values()].reduce((total, value) => total + value, 0);
