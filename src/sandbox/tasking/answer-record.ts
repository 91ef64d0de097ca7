import type { Settings } from "../settings.ts";
import type { RequestProperties, RequestRecord, StatusCode, TaskingRequest } from "./tasking-request.ts";

/** Fields that some services write beside `properties`. */
const ROOT_FIELDS = [
  "taskingrequestId",
  "repeatrequestId",
  "preApproval",
  "transactionStatus",
  "order",
  "costPerImageEstimate",
  "lastStatusCode",
  "statusHistory",
];

// Spec silent: where the fields of a record stand. We answer them under `properties`; the settings have the other ways.
/** A request's record in the shape that the settings ask for. */
export function answerRecord({ record }: Pick<TaskingRequest, "record">, settings: Settings): object {
  return shapeRecord(record, settings);
}

export function shapeRecord(record: RequestRecord, settings: Settings): object {
  const { recordPlacement, localTimeStyle, statusWords } = settings;
  let shaped = localTimeStyle === "nested" ? withNestedTime(record) : record;
  if (statusWords === "wide") shaped = withWideWords(shaped);
  if (recordPlacement === "properties") return shaped;
  const entries = Object.entries(shaped.properties);
  const isRoot = ([name]: [string, unknown]): boolean => ROOT_FIELDS.includes(name);
  return {
    ...shaped,
    ...Object.fromEntries(entries.filter(isRoot)),
    properties: Object.fromEntries(entries.filter((entry) => !isRoot(entry))),
  };
}

/** Words for the transaction that public clients know, by status. */
const TRANSACTION_WORDS: Readonly<Record<string, string>> = {
  received: "pending-cost-calculation",
  completed: "completed",
  rejected: "customer-rejected",
};

/** States as some services say them: an accepted request is `active`, and the transaction has more of them. */
function withWideWords(record: RequestRecord): RequestRecord {
  const { lastStatusCode, statusHistory, transactionStatus, ...rest } = record.properties;
  const widen = (code: string): StatusCode => (code === "accepted" ? "active" : code) as StatusCode;
  const properties: RequestProperties = {
    ...rest,
    lastStatusCode: widen(lastStatusCode),
    statusHistory: statusHistory.map((entry) => ({ ...entry, code: widen(entry.code) })),
    ...(transactionStatus === undefined
      ? {}
      : { transactionStatus: TRANSACTION_WORDS[lastStatusCode] ?? transactionStatus }),
  };
  return { ...record, properties };
}

function withNestedTime(record: RequestRecord): RequestRecord {
  const { collectConstraints } = record.properties;
  const { localTime } = collectConstraints;
  const ranges =
    localTime === "day"
      ? [[21_600, 64_800]]
      : localTime === "night"
        ? [
            [64_800, 86_400],
            [0, 21_600],
          ]
        : localTime === "anytime"
          ? [[0, 86_400]]
          : [localTime];
  const properties = {
    ...record.properties,
    collectConstraints: { ...collectConstraints, localTime: ranges },
  };
  return { ...record, properties };
}
