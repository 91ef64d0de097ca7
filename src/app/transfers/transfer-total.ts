/** The outcome of a transfer in one line, which every download ends with. */
import { countText, groupedText, sizeText } from "../../counted.ts";
import { formatFolder } from "../../render/safe-text.ts";
import { formatRoughly } from "../../time/duration.ts";
import type { AppContext } from "../context.ts";

/** Returns `0.3s`, `42s`, `12m`. */
const formatSeconds = (seconds: number): string =>
  seconds < 10 ? `${Number(seconds.toFixed(1))}s` : formatRoughly(seconds * 1000);

/** Returns `2.8 MB in 0.3s`. */
export const formatPace = ({ bytes, seconds }: { bytes: number; seconds: number }): string =>
  `${sizeText(bytes)} in ${formatSeconds(seconds)}`;

/** Returns the seconds of a transfer, to the millisecond. */
export const measureSeconds = (startMs: number, endMs: number): number => Math.max(0, endMs - startMs) / 1000;

interface Outcome {
  directory: string;
  files: readonly { status: string; size?: number }[];
  /** Bytes transferred for files that are now in place. */
  bytes: number;
  seconds: number;
  downloaded: number;
  skipped: number;
  failed: number;
}

/** Returns `4 files downloaded into out (443.8 kB in 0.3s), 20 here already, 1 failed`. */
export function formatTotal({ directory, files, downloaded, skipped, failed, ...pace }: Outcome): string {
  const folder = formatFolder(directory);
  if (downloaded + failed === 0) {
    const bytes = files.reduce((sum, { size = 0 }) => sum + size, 0);
    return `${countText(skipped, "file")} here already (${sizeText(bytes)}), in ${folder}`;
  }
  const parts = [
    `${countText(downloaded, "file")} downloaded into ${folder} (${formatPace(pace)})`,
    ...(skipped > 0 ? [`${groupedText(skipped)} here already`] : []),
    ...(failed > 0 ? [`${groupedText(failed)} failed`] : []),
  ];
  return parts.join(", ");
}

/** Notes the total. A reader of JSON events expects only events. */
export function noteTotal(
  { events, settings }: Pick<AppContext, "events" | "settings">,
  total: string,
): void {
  if (settings.progress.value !== "json") events.note(total);
}
