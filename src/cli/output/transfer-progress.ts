/**
 * Shows the progress of a download: redrawn lines on a terminal, a line per file elsewhere, JSON events on request.
 */
import { nameFileOnce } from "../../disk/about-file.ts";
import { escapeJson } from "../../render/safe-text.ts";
import type { TransferEvent } from "../../transfer/events.ts";
import type { TransferPlan } from "../../transfer/plan.ts";
import { isVerified } from "../../domain/orders/download-options.ts";
import type { TransferProgress } from "../../app/surroundings.ts";
import { sizeText } from "../../counted.ts";
import type { Notes } from "./notes.ts";
import type { Settings } from "../../settings/settings.ts";
import { chooseWidth } from "./presentation.ts";
import { TransferMeter } from "./transfer-meter.ts";
import type { World } from "../world.ts";
import type { StatusLine } from "./status-line.ts";

/** A higher redraw rate is not visible. */
const REDRAW_MS = 100;
/** The width of the text before the first line, and a margin. */
const SPINNER_WIDTH = 3;

interface ProgressParts {
  world: World;
  settings: Pick<Settings, "progress">;
  notes: Notes;
  openLine: () => Promise<StatusLine | undefined>;
}

export async function openProgress(
  { world, settings, notes, openLine }: ProgressParts,
  plan: TransferPlan,
  title?: string,
): Promise<TransferProgress> {
  const how = settings.progress.value;
  if (how === "json") return createJsonProgress(world);
  let isAnnounced = title === undefined;
  /** A run that finds everything here transfers nothing, and announces nothing. */
  const announce = ({ type }: TransferEvent, before = () => {}): void => {
    if (isAnnounced || type !== "started") return;
    isAnnounced = true;
    before();
    notes.note(title!);
  };
  const reportLoss = (event: TransferEvent): void => {
    announce(event);
    if (isWarning(event)) noteEvent(event, notes);
  };
  if (how === "none") return { report: reportLoss, stop: () => {} };
  const line = await openLine();
  if (line === undefined) {
    const report = (event: TransferEvent): void => {
      announce(event);
      noteEvent(event, notes);
    };
    return { report, stop: () => {} };
  }
  const meter = new TransferMeter(plan, world.clock.now());
  const columns = (): number => chooseWidth(world.stderr, world.env["COLUMNS"]) - SPINNER_WIDTH;
  let drawnAt = 0;
  return {
    report: (event) => {
      announce(event, () => line.stop());
      meter.take(event);
      const now = world.clock.now();
      // On a terminal, the rows of the result and the error below them have the reason.
      if (isWarning(event) || (event.type === "failed" && !world.stdout.isTTY)) {
        line.stop();
        noteEvent(event, notes);
      }
      if (now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      line.update(meter.lines(now, columns()).join("\n"));
    },
    stop: () => line.stop(),
  };
}

/** Reports whether a person must read this, whatever the progress shows. */
const isWarning = ({ type }: TransferEvent): boolean => type === "unlocked" || type === "leftover";

/** Writes every event as a JSON line; progress events are limited to a readable rate. */
function createJsonProgress({ stderr, clock }: World): TransferProgress {
  const shown = new Map<string, number>();
  return {
    report: (event) => {
      const { path } = event.file;
      if (event.type === "progress") {
        const now = clock.now();
        const isLast = event.done === event.size;
        if (!isLast && now - (shown.get(path) ?? Number.NEGATIVE_INFINITY) < REDRAW_MS) return;
        shown.set(path, now);
      }
      void stderr.write(formatEvent(event)).catch(() => {});
    },
    stop: () => {},
  };
}

function formatEvent(event: TransferEvent): string {
  const error =
    event.type === "failed" ? { code: event.error.code, message: event.error.message } : undefined;
  return `${escapeJson({ ...event, ...(error && { error }) })}\n`;
}

function noteEvent(event: TransferEvent, notes: Notes): void {
  const { path } = event.file;
  switch (event.type) {
    case "finished":
      return notes.note(
        `${path}: ${sizeText(event.size)}, ${event.sha256 === undefined ? "not hashed" : isVerified(event.how) ? "verified" : "complete"}`,
      );
    case "skipped":
      return notes.detail(`${path}: already here (${event.reason})`);
    case "resumed":
      return notes.note(`${path}: resuming after ${sizeText(event.done)}`);
    case "failed":
      return notes.warn(nameFileOnce(path, event.error.message));
    case "waiting":
      return notes.note(`${path}: process ${event.pid} is downloading it; waiting`);
    case "unlocked":
    case "leftover":
      return notes.warn(nameFileOnce(path, event.reason));
    case "restarted":
      return notes.note(`${path}: restarted (${event.reason})`);
    case "retried":
    case "renewed":
      return notes.detail(`${path}: ${event.type}${"reason" in event ? ` (${event.reason})` : ""}`);
    case "started":
    case "progress":
    case "verified":
      return undefined;
  }
}
