/** Reading one request or several, now or once they have a status. */
import type { RequestRecord } from "../../contract/read-record.ts";
import { REQUEST_STATES } from "../../contract/vocabulary.ts";
import { checkName } from "../../domain/known-names.ts";
import { settleEachId } from "../batch.ts";
import type { Context } from "../../cli/context.ts";
import { readIds } from "../../cli/input/ids-argument.ts";
import type { RequestKind } from "./request-kind.ts";
import type { Records } from "../../commands/request-view.ts";
import { waitForStatus } from "./wait-for-request.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";

/** One id gives its record, several a list; failures are told apart and do not stop the others. */
async function readAll(
  context: Context,
  kind: RequestKind,
  given: readonly string[],
  read: (id: string) => Promise<RequestRecord>,
): Promise<Records> {
  const ids = await readIds(context, given, `${kind.noun}Id`);
  return settleEachId(context, ids, `${kind.title}s`, read);
}

export function getRequests(
  context: Context,
  kind: RequestKind,
  given: readonly string[],
  { history }: { history?: true },
): Promise<Records> {
  return readAll(context, kind, given, async (id) => {
    const record = await kind.get(context, id);
    if (history === true) sayHistory(context, kind, id, record);
    return record;
  });
}

/** The history stands in the record; people get it as lines, newest first. */
function sayHistory({ notes }: Context, kind: RequestKind, id: string, record: RequestRecord): void {
  const { history } = record;
  if (history === undefined) {
    notes.note(`${kind.title} ${id} carries no history`);
    return;
  }
  notes.note(`History of ${kind.title} ${id}, newest first:`);
  for (const { time, code, message } of history)
    notes.note(`  ${[time, code, message].filter((part) => part !== undefined && part !== "").join("  ")}`);
}

export function waitForRequests(
  context: Context,
  kind: RequestKind,
  given: readonly string[],
  { until = ["completed"], ...times }: WaitOptions & { until?: string[] },
): Promise<Records> {
  for (const code of until) {
    const { fault, warning = fault } = checkName(code, REQUEST_STATES, { path: "", kind: "status" });
    if (warning !== undefined) context.notes.warn(`--until ${warning.message}`);
  }
  return readAll(context, kind, given, (id) => waitForStatus(context, kind, id, { ...times, until }));
}
