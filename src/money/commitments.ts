/**
 * Notes in the journal what became of approved and pre-approved requests: a request that ended without an image costs nothing, and a
 * request without a known price gets the price that the service shows now.
 */
import type { RepeatRecord, RequestRecord, TaskRecord } from "../contract/read-record.ts";
import { getEndpoint } from "../contract/endpoints.ts";
import { toIdKey } from "../contract/id-key.ts";
import type { BodyOf } from "../contract/schemas.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import { isOrder } from "./purchase.ts";
import { computePeriodStartMs } from "../domain/price/budget.ts";
import { parseMoney } from "../domain/price/money.ts";
import {
  toImagePrice,
  toRecordedPrice,
  readSeriesPrice,
  readTaskPrice,
  type Price,
} from "../domain/price/price.ts";
import { isFinal } from "../domain/tasking/request-states.ts";
import { toWireRequestSearch } from "../domain/wire-dialect.ts";
import { AppError } from "../errors.ts";
import type { MoneyContext } from "./context.ts";
import { type IntentDetails, findCommitment } from "./record.ts";
import type { IndexRow } from "./journal.ts";

type Noun = "task" | "repeat";
type Service = MoneyContext["service"];

// Spec silent: whether a request that was approved and ended without an image costs money. We count a request that is `rejected`,
// `expired` or `canceled` and has no collect as free. A failed request stays committed.
const FREE_ENDS: ReadonlySet<string> = new Set(["rejected", "expired", "canceled", "cancelled"]);

const isFree = ({ status = "", collectIds = [] }: Pick<TaskRecord, "status" | "collectIds">): boolean =>
  FREE_ENDS.has(status.toLowerCase()) && collectIds.length === 0;

/**
 * Returns a function that notes what became of this month's commitments, by records of tasks that were read for another purpose.
 * The journal is read once, for the first task that has ended or was pre-approved.
 */
export function makeTaskNoter({ service }: MoneyContext): (records: readonly TaskRecord[]) => Promise<void> {
  let rows: Promise<IndexRow[]> | undefined;
  const read = async (): Promise<IndexRow[]> => {
    const { closed } = await (
      await service.journal()
    ).read({ since: computePeriodStartMs("month", service.now()) });
    return selectOpenRows(service, "task", closed);
  };
  return async (records) => {
    const telling = records.filter(({ status, preApproval }) => isFinal(status) || preApproval === true);
    if (telling.length === 0 || service.isDryRun) return;
    try {
      await noteAll(service, await (rows ??= read()), telling, judgeTask);
    } catch (error) {
      // Reading a task must not fail because the journal is not writable.
      if (!(error instanceof AppError)) throw error;
    }
  };
}

/**
 * Asks the service what became of the requests of these rows, with one search for the tasks and one for the series.
 * Returns true if a record was changed. Without a response the requests stay committed.
 */
export async function updateCommitments(
  { service, dialect, events }: MoneyContext,
  rows: readonly IndexRow[],
): Promise<boolean> {
  if (rows.every(isOrder)) return false;
  let isChanged = false;
  const search = (noun: Noun, query: NonNullable<BodyOf<"searchTasks">["query"]>) =>
    toWireRequestSearch(noun, { query, limit: LIMITS.searchPageSizeMax }, dialect);
  const searchTasks = (query: Parameters<typeof search>[1]) =>
    service.client.searchTasks(search("task", { ...query, includeRepeatingTasks: true }));
  try {
    const tasks = await selectOpenRows(service, "task", rows);
    const series = await selectOpenRows(service, "repeat", rows);
    if (tasks.length > 0) {
      const { records } = await searchTasks({ taskingrequestId: listResultIds(tasks) });
      isChanged = await noteAll(service, tasks, await readPrices(service, tasks, records), judgeTask);
    }
    if (series.length === 0) return isChanged;
    const { records } = await service.client.searchRepeats(
      search("repeat", { repeatrequestId: listResultIds(series) }),
    );
    const ended = records.filter(({ status }) => isFinal(status));
    const repeatrequestId = ended.flatMap(({ id }) => id ?? []);
    if (repeatrequestId.length === 0) return isChanged;
    const images = await searchTasks({ repeatrequestId });
    if ((images.totalPages ?? 1) > 1 || images.skipped !== undefined) return isChanged;
    const outcomeOf: OutcomeOf<RepeatRecord> = (record, row) => judgeSeries(record, row, images.records);
    return (await noteAll(service, series, ended, outcomeOf)) || isChanged;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.detail(`what became of the requests was not read: ${error.message}`);
    return isChanged;
  }
}

/** The largest number of tasks whose price is read one by one, if a search omits prices. */
const MAX_READ = 20;

/** Returns the records, with their prices where the journal lacks them. */
async function readPrices(
  { client }: Service,
  rows: readonly IndexRow[],
  records: readonly TaskRecord[],
): Promise<TaskRecord[]> {
  const unpriced = new Set(rows.filter((row) => !isPriced(row)).map(({ resultId }) => resultId));
  const lacking = records
    .filter(
      ({ id = "", estimate, status }) => unpriced.has(id) && estimate.price === undefined && isFinal(status),
    )
    .slice(0, MAX_READ);
  const read = await Promise.all(
    lacking.map(({ id = "" }) => client.getTask({ params: { taskingrequestId: id } })),
  );
  return [...records.filter((record) => !lacking.includes(record)), ...read];
}

/** Returns the rows of requests at this service whose cost is not final. */
async function selectOpenRows(service: Service, noun: Noun, rows: readonly IndexRow[]): Promise<IndexRow[]> {
  const { origin } = await service.connect();
  return rows.filter(
    ({ kind, effect, origin: theirs, details }) =>
      effect !== "write" &&
      theirs === origin &&
      details.settled === undefined &&
      getEndpoint(kind).journal?.record === noun,
  );
}

const listResultIds = (rows: readonly IndexRow[]): string[] =>
  [...new Set(rows.map(({ resultId }) => resultId))].slice(0, LIMITS.searchPageSizeMax);

const isPriced = ({ details }: Pick<IndexRow, "details">): boolean =>
  parseMoney(findCommitment({ details }) ?? "") !== undefined;

/** Returns what to note about the request of a row: its price, and whether its cost is final. */
type OutcomeOf<R extends RequestRecord> = (record: R, row: IndexRow) => IntentDetails | undefined;

const judgeTask: OutcomeOf<TaskRecord> = (record, row) => {
  if (isFree(record)) return { settled: "free" };
  const price = isPriced(row) ? {} : toKnownPrice(readTaskPrice(record));
  const isKnown = isPriced(row) || price.price !== undefined;
  return { ...price, ...(record.status === "completed" && isKnown && { settled: "final" }) };
};

/** Returns what a series costs that has ended: the images that were collected, or may still be. */
function judgeSeries(
  record: RepeatRecord,
  row: IndexRow,
  tasks: readonly TaskRecord[],
): IntentDetails | undefined {
  const own = tasks.filter(({ repeatId }) => repeatId === record.id);
  const images = own.filter((task) => !isFree(task)).length;
  // Without a single task in the list, the service may not list them.
  if (images === 0) return own.length > 0 || record.status === "rejected" ? { settled: "free" } : undefined;
  const { price = readSeriesPrice(record)?.text, per = "image" } = row.details;
  // A total that a person wrote down stays.
  if (row.details.price !== undefined && per !== "image") return { settled: "final" };
  const each = toKnownPrice(toImagePrice(price, { images }));
  return each.price === undefined ? undefined : { ...each, settled: "final" };
}

/** Returns the price to note; nothing for an unreadable one. */
const toKnownPrice = (price: Price | undefined): IntentDetails =>
  price === undefined || parseMoney(price.text) === undefined ? {} : toRecordedPrice(price);

async function noteAll<R extends RequestRecord>(
  service: Service,
  rows: readonly IndexRow[],
  records: readonly R[],
  outcomeOf: OutcomeOf<R>,
): Promise<boolean> {
  const byId = new Map(records.map((record) => [toIdKey(record.id ?? ""), record]));
  const journal = await service.journal();
  let isChanged = false;
  for (const row of rows) {
    const record = byId.get(toIdKey(row.resultId));
    const outcome = (record && outcomeOf(record, row)) ?? {};
    if (Object.keys(outcome).length === 0) continue;
    await journal.note(row.id, { ...outcome });
    isChanged = true;
  }
  return isChanged;
}
