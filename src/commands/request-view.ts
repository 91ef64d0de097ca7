/** Records of tasks and repeat requests, as people look at them. */
import { membersOf } from "../contract/members.ts";
import {
  readCostPerImage,
  readField,
  readRepeatId,
  readStatusCode,
  readTaskEstimate,
  readTaskId,
} from "../contract/read-record.ts";
import { localTimeSpan, clockText } from "../domain/tasking/local-time.ts";
import { cellText, type Column } from "../render/column.ts";
import { detail, fieldsOf, type Field } from "../render/detail.ts";
import type { Screen, View } from "../cli/output/view.ts";

type RequestRecord = Readonly<Record<string, unknown>>;
/** One record, or several when several ids were given. */
export type Records = RequestRecord | readonly RequestRecord[];

const field =
  (...names: string[]) =>
  (record: RequestRecord): unknown =>
    readField(record, ...names);

const COMMON: readonly Column<RequestRecord>[] = [
  { key: "status", header: "STATUS", value: readStatusCode },
  { key: "tier", header: "TIER", value: field("collectionTier") },
  { key: "type", header: "TYPE", value: field("collectionType") },
];

export const TASK_COLUMNS: readonly Column<RequestRecord>[] = [
  { key: "id", header: "ID", value: readTaskId, fixed: true },
  { key: "name", header: "NAME", value: field("taskingrequestName", "taskingRequestName") },
  ...COMMON,
  { key: "windowOpen", header: "OPENS", value: field("windowOpen") },
  { key: "windowClose", header: "CLOSES", value: field("windowClose"), wide: true },
  { key: "total", header: "COST", value: (record) => readTaskEstimate(record).total, align: "right" },
];

export const REPEAT_COLUMNS: readonly Column<RequestRecord>[] = [
  { key: "id", header: "ID", value: readRepeatId, fixed: true },
  { key: "name", header: "NAME", value: field("repeatrequestName", "repeatRequestName") },
  ...COMMON,
  { key: "start", header: "STARTS", value: (record) => repetition(record)["repeatStart"] },
  {
    key: "interval",
    header: "DAYS",
    value: (record) => repetition(record)["repetitionInterval"],
    align: "right",
  },
  { key: "cost", header: "COST PER IMAGE", value: readCostPerImage, align: "right" },
];

/** Repetition fields stand under `repetitionProperties`, or flat. */
export function repetition(record: RequestRecord): Readonly<Record<string, unknown>> {
  return { ...membersOf(record["properties"]), ...membersOf(readField(record, "repetitionProperties")) };
}

interface Kind {
  columns: readonly Column<RequestRecord>[];
  idOf: (record: RequestRecord) => string | undefined;
  own: (record: RequestRecord) => readonly Field[];
}

const TASK: Kind = {
  columns: TASK_COLUMNS,
  idOf: readTaskId,
  own: (record) => {
    const { transactionStatus, total } = readTaskEstimate(record);
    return [
      ["Window", windowText(record)],
      ["Repeat request", readField(record, "repeatrequestId", "repeatRequestId")],
      ["Estimate", total ?? (transactionStatus === "" ? undefined : transactionStatus)],
    ];
  },
};

const REPEAT: Kind = {
  columns: REPEAT_COLUMNS,
  idOf: readRepeatId,
  own: (record) => {
    const { repeatStart, repeatEnd, repetitionEnd, repetitionInterval, repetitionCount } = repetition(record);
    const { maintainSceneFraming, lookAngleTolerance, azimuthAngleTolerance } = repetition(record);
    return [
      ["Starts", repeatStart],
      ["Ends", repeatEnd ?? repetitionEnd],
      ["Every", repetitionInterval === undefined ? undefined : `${cellText(repetitionInterval)} days`],
      ["Acquisitions", repetitionCount],
      ["Remaining", readField(record, "remainingCount", "repetitionsRemaining")],
      ["Scene framing kept", maintainSceneFraming],
      ["Look angle tolerance", lookAngleTolerance],
      ["Azimuth tolerance", azimuthAngleTolerance],
      ["Cost per image", readCostPerImage(record)],
    ];
  },
};

function fieldsOfRecord(record: RequestRecord, { idOf, own }: Kind): Field[] {
  const constraints = membersOf(readField(record, "collectConstraints"));
  return [
    ["Id", idOf(record)],
    ["Name", readField(record, "taskingrequestName", "repeatrequestName", "repeatRequestName")],
    [
      "Description",
      readField(record, "taskingrequestDescription", "repeatrequestDescription", "repeatRequestDescription"),
    ],
    ["Status", readStatusCode(record)],
    ["Message", readField(record, "lastStatusMessage")],
    ["Target", targetText(record)],
    ...own(record),
    ["Tier", readField(record, "collectionTier")],
    ["Type", readField(record, "collectionType")],
    ["Category", readField(record, "productCategory")],
    ["Product types", membersOf(readField(record, "processingConfig"))["productTypes"]],
    ["Archive holdback", readField(record, "archiveHoldback")],
    ["Pre-approved", readField(record, "preApproval")],
    ["Custom 1", readField(record, "customAttribute1")],
    ["Custom 2", readField(record, "customAttribute2")],
    ...fieldsOf(constraints).map(([name, value]): Field => [name, constraintText(name, value)]),
  ].filter(([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0)) as Field[];
}

function constraintText(name: string, value: unknown): unknown {
  const span = name === "localTime" ? localTimeSpan(value) : undefined;
  return span === undefined || typeof value === "string" ? value : clockText(span);
}

function windowText(record: RequestRecord): string | undefined {
  const [open, close] = [readField(record, "windowOpen"), readField(record, "windowClose")];
  return open === undefined && close === undefined ? undefined : `${String(open)} to ${String(close)}`;
}

function targetText(record: RequestRecord): string | undefined {
  const { type, coordinates } = membersOf(record["geometry"]);
  if (typeof type !== "string" || !Array.isArray(coordinates)) return undefined;
  if (type === "Point") return `${type} ${coordinates.join(",")}`;
  const [ring] = coordinates as unknown[];
  return Array.isArray(ring) ? `${type} of ${ring.length} positions` : type;
}

function recordsView(kind: Kind): View<Records> {
  const rows = (data: Records): readonly RequestRecord[] =>
    Array.isArray(data) ? (data as readonly RequestRecord[]) : [data as RequestRecord];
  return {
    formats: ["table", "json", "ndjson", "csv", "tsv", "yaml", "id"],
    columns: kind.columns,
    rows,
    text: async (data, { paint, width }: Screen) => {
      const records = rows(data);
      const [only] = records;
      if (records.length === 1 && only !== undefined && !Array.isArray(data)) {
        return detail(fieldsOfRecord(only, kind), { paint });
      }
      const { table } = await import("../render/table.ts");
      return table(records, kind.columns, { width, paint });
    },
    id: (row) => kind.idOf(row as RequestRecord),
  };
}

export const taskView = recordsView(TASK);
export const repeatView = recordsView(REPEAT);
