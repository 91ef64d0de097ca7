/** An explanation as sentences. */
import type { Explanation } from "./explain-request.ts";

const MOST_WINDOWS = 40;

export function explanationText(of: Explanation): string[] {
  const [longitude, latitude] = of.centre;
  const target =
    of.target === "Point"
      ? `A point at ${longitude},${latitude} (longitude, latitude).`
      : `An area of ${of.areaKm2} km2 around ${longitude},${latitude} (longitude, latitude).`;
  return [
    target,
    `To be collected between ${of.windowOpen} and ${of.windowClose} (${of.windowHours} hours).`,
    ...localLines(of),
    ...constraintLines(of),
    `Left to the service: ${of.defaults.length === 0 ? "nothing" : of.defaults.join(", ")}.`,
    of.preApproved
      ? "Pre-approved: it costs money as soon as it is sent, without a cost review."
      : "Asking costs nothing: the estimate comes in review, and nothing is spent until it is approved.",
  ];
}

function localLines(of: Explanation): string[] {
  const whose = of.zoneSource === "target" ? `the zone of its centre` : "as --time-zone says";
  const change = of.clocksChange ? " Its clocks change within the window." : "";
  const zone = `Local time is that of ${of.zone}, ${whose}.${change}`;
  if (of.localTime === undefined) return [zone, "Any time of day will do."];
  if (of.windows.length === 0)
    return [zone, `There is no ${of.localTime} local time within the window: nothing can be collected.`];
  const shown = of.windows.slice(0, MOST_WINDOWS);
  return [
    zone,
    `Only ${of.localTime} local time, which leaves ${of.openHours} of ${of.windowHours} hours (UTC):`,
    ...shown.map(({ open, close, utcOffset }) => `  ${open} to ${close}  (local time is UTC${utcOffset})`),
    ...(shown.length < of.windows.length ? [`  and ${of.windows.length - shown.length} more`] : []),
  ];
}

function constraintLines({ constraints }: Explanation): string[] {
  const given = Object.entries(constraints);
  if (given.length === 0) return ["No constraint narrows it."];
  const values = given.map(
    ([name, value]) => `${name} ${Array.isArray(value) ? value.join(",") : String(value)}`,
  );
  return [`Narrowed by: ${values.join("; ")}.`];
}
