/** `--log-file`: the lines of stderr as JSON lines with the time. */
import { appendFileSync } from "node:fs";
import { AppError } from "../../errors.ts";
import { safeJson } from "../../render/safe-json.ts";
import type { Clock } from "../../time/clock.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { Level } from "./notes.ts";

export function logFile(path: string, clock: Clock): (level: Level, message: string) => void {
  const append = (text: string): void => {
    try {
      appendFileSync(path, text, { mode: 0o600 });
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
      throw new AppError("io", "DISK_WRITE_FAILED", `cannot write the log file ${path}: ${reason}`, {
        cause: error,
      });
    }
  };
  append("");
  return (level, message) => append(`${safeJson({ time: formatTimestamp(clock.now()), level, message })}\n`);
}
