import { formatTimestamp } from "../../time/timestamp.ts";
import type { BodyFault } from "../http/refusal.ts";

/** The window of a record; `windowDuration` in seconds. */
// Spec silent: the unit of windowDuration. We count seconds.
export function windowFields(openMs: number, closeMs: number) {
  return {
    windowOpen: formatTimestamp(openMs),
    windowClose: formatTimestamp(closeMs),
    windowDuration: (closeMs - openMs) / 1000,
  };
}

// Spec silent: windows in the past. We take one that has opened already and refuse one that has closed.
export function checkNotOver(name: string, endMs: number, nowMs: number, faults: BodyFault[]): void {
  if (endMs > nowMs) return;
  const message = `${name} ${formatTimestamp(endMs)} is over: it is ${formatTimestamp(nowMs)}`;
  faults.push({ code: "WINDOW_ORDER", path: `properties.${name}`, message });
}
