import type { AppContext } from "../context.ts";
import { formatDuration } from "../../time/duration.ts";
import { checkKey, formatRefusedTasking } from "../accounts/check-key.ts";
import { parseHttpDate } from "../../time/http-date.ts";
import { examine, pass, skip, warn, type CheckFinding, type Finding } from "./check.ts";

/** With a larger difference, the age of signed URLs and tokens is misjudged. */
const SKEW_MS = 60_000;
const MINUTE_MS = 60_000;

/** One cheap read: checks that the service responds and that its clock agrees with ours. */
export async function checkService(
  context: AppContext,
  leftOut: string | undefined,
): Promise<CheckFinding[]> {
  let clock = skip(leftOut ?? "no response whose time could be compared");
  const service = await examine("service", async () => {
    if (leftOut !== undefined) return skip(leftOut);
    const { clock: ours } = context;
    const startMs = ours.now();
    const client = await context.service.connect();
    let tookMs: number | undefined;
    const { refusal } = await checkKey(client, ({ headers }) => {
      // The first response is that of the first request.
      if (tookMs !== undefined) return;
      tookMs = ours.now() - startMs;
      clock = checkClock(headers["date"], startMs, ours.now(), context.service.isSandbox);
    });
    if (refusal !== undefined) return warn(formatRefusedTasking(refusal));
    return pass(`answered after ${tookMs} ms, and accepts the credential`);
  });
  return [service, { check: "clock", ...clock }];
}

/** Compares clocks. The header's time, in whole seconds, is taken as the middle of the round trip. */
function checkClock(date: string | undefined, startMs: number, endMs: number, isSandbox: boolean): Finding {
  if (isSandbox) return skip("the sandbox has a clock of its own");
  const serviceMs = date === undefined ? undefined : parseHttpDate(date, endMs);
  if (serviceMs === undefined) return skip("the response has no Date header");
  const skewMs = serviceMs + 500 - (startMs + endMs) / 2;
  const offMs = Math.abs(skewMs);
  if (offMs < SKEW_MS)
    return pass(`within ${formatDuration(Math.ceil(offMs / 1000) * 1000)} of the service's`);
  const size = formatDuration(Math.round(offMs / MINUTE_MS) * MINUTE_MS);
  return warn(
    `this machine is ${size} ${skewMs > 0 ? "behind" : "ahead of"} the service: links and tokens seem to expire at the wrong time`,
  );
}
