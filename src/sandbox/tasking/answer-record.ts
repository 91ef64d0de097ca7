import type { Settings } from "../settings.ts";
import type { RequestRecord, TaskingRequest } from "./tasking-request.ts";

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

export function shapeRecord(
  record: RequestRecord,
  { recordPlacement, localTimeStyle }: Pick<Settings, "recordPlacement" | "localTimeStyle">,
): object {
  const shaped = localTimeStyle === "nested" ? withNestedTime(record) : record;
  if (recordPlacement === "properties") return shaped;
  const entries = Object.entries(shaped.properties);
  const isRoot = ([name]: [string, unknown]): boolean => ROOT_FIELDS.includes(name);
  return {
    ...shaped,
    ...Object.fromEntries(entries.filter(isRoot)),
    properties: Object.fromEntries(entries.filter((entry) => !isRoot(entry))),
  };
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
