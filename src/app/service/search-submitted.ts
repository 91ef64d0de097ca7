/** Finds all requests that were submitted around the time of a request, by the service's clock. */
import type { ResponseInfo } from "../../client/call.ts";
import type { Client } from "../../client/client.ts";
import type { Dialect } from "../../contract/dialect.ts";
import type { RequestRecord } from "../../contract/read-record.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import type { Clock } from "../../time/clock.ts";
import { clockSkew } from "../../time/http-date.ts";
import { formatTimestamp } from "../../time/timestamp.ts";

export interface SearchParts {
  client: () => Promise<Client>;
  dialect: Dialect;
  clock: Clock;
  signal: AbortSignal;
}

export interface Submitted {
  records: RequestRecord[];
  /** False when there were more than a search reads. */
  isComplete: boolean;
  /** The service's clock minus ours at the time of the request; undefined when unknown. */
  skewMs: number | undefined;
}

const MARGIN_MS = 5 * 60_000;
/** `Date` counts seconds, so a smaller difference is ignored. */
const SKEW_THAT_COUNTS_MS = 2000;
const MAX_PAGES = 4;

export async function searchSubmitted(
  parts: SearchParts,
  noun: "task" | "repeat",
  sent: IntentRecord,
): Promise<Submitted> {
  // Measured during the request itself, so later changes of either clock do not matter.
  if (sent.skewMs !== undefined) {
    const found = await searchInterval(parts, noun, intervalOf(sent, sent.skewMs), () => {});
    return { ...found, skewMs: sent.skewMs };
  }
  let skewMs: number | undefined;
  const onResponse = ({ headers }: ResponseInfo): void => {
    skewMs = clockSkew(headers, parts.clock.now()) ?? skewMs;
  };
  const first = await searchInterval(parts, noun, intervalOf(sent, 0), onResponse);
  // If the service's clock differs from ours, its time of the request is known only now.
  if (skewMs === undefined || Math.abs(skewMs) < SKEW_THAT_COUNTS_MS) return { ...first, skewMs };
  return { ...(await searchInterval(parts, noun, intervalOf(sent, skewMs), () => {})), skewMs };
}

function intervalOf({ preparedAt, sendingAt, closedAt }: IntentRecord, skewMs: number): string {
  const start = (sendingAt ?? preparedAt) + skewMs - MARGIN_MS;
  const end = (closedAt ?? sendingAt ?? preparedAt) + skewMs + MARGIN_MS;
  return `${formatTimestamp(start)}/${formatTimestamp(end)}`;
}

async function searchInterval(
  { client, dialect, signal }: SearchParts,
  noun: "task" | "repeat",
  submissionTime: string,
  onResponse: (response: ResponseInfo) => void,
): Promise<Omit<Submitted, "skewMs">> {
  const { searchTasks, searchRepeats } = await client();
  const filters = noun === "task" ? "query" : dialect.repeatSearchKey;
  const limit = LIMITS.searchPageSizeMax;
  const records: RequestRecord[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const inBody = dialect.searchPagingIn !== "query";
    const inQuery = dialect.searchPagingIn !== "body";
    const call = {
      body: { [filters]: { submissionTime }, ...(inBody && { limit, page }) },
      ...(inQuery && { query: { limit: String(limit), page: String(page) } }),
      signal,
      onResponse,
    };
    const found = await (noun === "task" ? searchTasks(call) : searchRepeats(call));
    records.push(...found.records);
    const { totalPages } = found;
    const isLast = totalPages === undefined ? found.records.length < limit : page >= totalPages;
    if (isLast) return { records, isComplete: true };
  }
  return { records, isComplete: false };
}
