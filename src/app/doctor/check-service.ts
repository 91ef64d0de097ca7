/** Checks the service: its response, its clock, and its forms. */
import { isDialectKey } from "../../contract/dialect.ts";
import { advice, swath } from "../../hint.ts";
import type { DialectOrigin } from "../../settings/dialect-learner.ts";
import { formatDuration } from "../../time/duration.ts";
import { parseHttpDate } from "../../time/http-date.ts";
import { checkKey, formatRefusedTasking } from "../accounts/check-key.ts";
import type { AppContext } from "../context.ts";
import { findServicePlace, lookUpPrefix } from "../service/learn-forms.ts";
import { type CheckFinding, examine, type Finding, pass, skip, warn } from "./check.ts";

/** With a larger difference, the age of signed URLs and tokens is misjudged. */
const MAX_SKEW_MS = 60_000;
const MINUTE_MS = 60_000;

/** Checks by one cheap read that the service responds and that its clock agrees with ours. */
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
      // Only the first request is timed.
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
  if (offMs < MAX_SKEW_MS)
    return pass(`within ${formatDuration(Math.ceil(offMs / 1000) * 1000)} of the service's`);
  const size = formatDuration(Math.round(offMs / MINUTE_MS) * MINUTE_MS);
  return warn(
    `this machine is ${size} ${skewMs > 0 ? "behind" : "ahead of"} the service: links and tokens seem to expire at the wrong time`,
  );
}

/** Lists the forms of the service that differ from the interface, and how each is known. Looks up the operator's prefix. */
export async function checkDeployment(
  context: AppContext,
  leftOut: string | undefined,
): Promise<CheckFinding[]> {
  const { service, learner, settings, profileName } = context;
  if ((await findServicePlace(context, settings)) === undefined) return [];
  if (leftOut === undefined) await lookUpPrefix(context, service.client);
  const rows = learner.listDifferences().map(({ key, value, origin }): Finding => {
    const shown = learner.getShownValue(key);
    const known = `${key} is ${formatValue(value)} (${formatOrigin(origin, profileName)})`;
    if (shown === undefined || shown === value) return pass(known);
    return warn(`${known}, and the service shows ${formatValue(shown)}`, suggestRemoval(key, origin));
  });
  if (rows.length === 0)
    rows.push(leftOut === undefined ? pass(AS_SPECIFIED) : skip(`${AS_SPECIFIED}, as far as is known`));
  return rows.map((row) => ({ check: "deployment", ...row }));
}

const formatValue = (value: unknown): string => (value === "" ? "empty" : String(value));

const AS_SPECIFIED = "as the interface specifies";

function suggestRemoval(key: string, origin: DialectOrigin): Finding["next"] {
  return origin === "profile" && isDialectKey(key)
    ? advice`Remove it: ${swath`config unset ${`dialect.${key}`}`}`
    : undefined;
}

function formatOrigin(origin: DialectOrigin, profileName: string): string {
  switch (origin) {
    case "learned":
      return "learned from its responses";
    case "profile":
      return `set in profile ${profileName}`;
    case "environment":
      return "from SWATH_VENDOR_PREFIX";
    case "flag":
      return "by a flag of this run";
    case "interface":
      return "follows from the header";
  }
}
