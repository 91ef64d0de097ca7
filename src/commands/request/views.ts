/** The views of tasks and repeat requests: a full record, and the rows of a list. */
import { timeForPeople } from "../../time/timestamp.ts";
import type { JsonObject } from "../../contract/json-object.ts";
import type { RepeatRecord, RequestRecord, TaskRecord } from "../../contract/read-record.ts";
import { formatCollected } from "../../domain/price/image-bound.ts";
import { splitRetaskDescription } from "../../domain/tasking/copy-name.ts";
import { formatClockSpans, toDaySpans } from "../../domain/tasking/local-time.ts";
import { formatCell, type Column } from "../../render/column.ts";
import { formatDetail, listFields, type Field } from "../../render/detail.ts";
import { listView, type Rows, type Screen, type View } from "../../cli/output/view.ts";
import type { MadeRecord } from "../../app/tasking/check-made.ts";
import type { Records, RequestNoun } from "../../app/tasking/request-kind.ts";
import type { PricedRecord } from "../../app/tasking/search-prices.ts";
import { makeAmountColumns, toMapPrice } from "../amount-columns.ts";
import type { Feature, Geometry } from "../../geo/geojson.ts";

const ID: Column<RequestRecord> = { key: "id", header: "ID", value: ({ id }) => id, fixed: "id" };
const NAME: Column<RequestRecord> = { key: "name", header: "NAME", value: ({ name }) => name };
const STATUS: Column<RequestRecord> = {
  key: "status",
  header: "STATUS",
  value: ({ status }) => status,
  kept: true,
};
const TIER: Column<RequestRecord> = { key: "tier", header: "TIER", value: ({ tier }) => tier };
const TYPE: Column<RequestRecord> = {
  key: "type",
  header: "TYPE",
  value: ({ collectionType }) => collectionType,
};
const OPENS: Column<TaskRecord> = {
  key: "windowOpen",
  header: "OPENS",
  value: ({ windowOpen }) => windowOpen,
};
const CLOSES: Column<TaskRecord> = {
  key: "windowClose",
  header: "CLOSES",
  value: ({ windowClose }) => windowClose,
  wide: true,
};

/** The columns of every record. */
const COMMON = [ID, NAME, STATUS, TIER, TYPE];

interface Kind<R extends RequestRecord> {
  columns: readonly Column<R>[];
  own: (record: R) => readonly Field[];
}

const TASK: Kind<TaskRecord> = {
  columns: [
    ...COMMON,
    OPENS,
    CLOSES,
    { key: "total", header: "COST", value: ({ estimate }) => estimate.price, align: "right" },
  ],
  own: ({ windowOpen, windowClose, repeatId, collectIds, estimate: { price, transactionStatus } }) => [
    ["Window", formatWindow(windowOpen, windowClose)],
    ["Repeat request", repeatId],
    ["Collects", collectIds],
    ["Estimate", price ?? (transactionStatus === "" ? undefined : transactionStatus)],
  ],
};

const REPEAT: Kind<RepeatRecord> = {
  columns: [
    ...COMMON,
    { key: "start", header: "STARTS", value: ({ repetition }) => repetition["repeatStart"] },
    {
      key: "interval",
      header: "DAYS",
      value: ({ repetition }) => repetition["repetitionInterval"],
      align: "right",
    },
    { key: "cost", header: "COST PER IMAGE", value: ({ estimate }) => estimate.price, align: "right" },
  ],
  own: (record) => {
    const { repetition, remaining, estimate } = record;
    const { repeatStart, repeatEnd, repetitionEnd, repetitionInterval } = repetition;
    const { maintainSceneFraming, lookAngleTolerance, azimuthAngleTolerance } = repetition;
    return [
      ["Starts", formatTime(repeatStart)],
      ["Ends", formatTime(repeatEnd ?? repetitionEnd)],
      ["Every", repetitionInterval === undefined ? undefined : `${formatCell(repetitionInterval)} days`],
      ["Images", formatCollected(record)],
      ["Remaining", remaining],
      ["Scene framing kept", maintainSceneFraming],
      ["Look angle tolerance", lookAngleTolerance],
      ["Azimuth tolerance", azimuthAngleTolerance],
      ["Cost per image", estimate.price],
    ];
  },
};

/** `place`: the location of the target. */
function listRecordFields<R extends RequestRecord>(
  record: R,
  { own }: Kind<R>,
  place: string | undefined,
): Field[] {
  const { text, original } = splitRetaskDescription(record.description ?? "");
  return [
    ["Id", record.id],
    ["Name", record.name],
    ["Description", text],
    ["Retask of", original],
    ["Status", record.status],
    ["Message", record.statusMessage],
    ["Target", [formatTarget(record.geometry), place].filter((part) => part !== undefined).join(", ")],
    ...own(record),
    ["Tier", record.tier],
    ["Type", record.collectionType],
    ["Category", record.category],
    ["Product types", record.productTypes],
    ["Archive holdback", record.archiveHoldback],
    ["Pre-approved", record.preApproval],
    ["Custom 1", record.customAttribute1],
    ["Custom 2", record.customAttribute2],
    ...listFields(record.constraints).map(([name, value]): Field => [
      formatLabel(name),
      formatConstraint(name, value),
    ]),
  ].filter(([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0)) as Field[];
}

/** Returns the label of a constraint: `lookDirection` in words; `ascDesc` by its flag's name. */
function formatLabel(name: string): string {
  if (name === "ascDesc") return "Orbit state";
  const words = name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function formatConstraint(name: string, value: unknown): unknown {
  const spans = name === "localTime" && typeof value !== "string" ? toDaySpans(value) : undefined;
  return spans === undefined ? value : formatClockSpans(spans);
}

const formatTime = (time: unknown): unknown => (typeof time === "string" ? timeForPeople(time) : time);

function formatWindow(open: string | undefined, close: string | undefined): string | undefined {
  return open === undefined && close === undefined
    ? undefined
    : `${timeForPeople(String(open))} to ${timeForPeople(String(close))}`;
}

function formatTarget({ type, coordinates }: JsonObject): string | undefined {
  if (typeof type !== "string" || !Array.isArray(coordinates)) return undefined;
  if (type === "Point") return `${type} ${coordinates.join(",")}`;
  const [ring] = coordinates as unknown[];
  return Array.isArray(ring) ? `${type} of ${ring.length - 1} corners` : type;
}

/** Returns the location of the target, and the start of its window. */
const toMapPart = (record: RequestRecord & Pick<PricedRecord<RequestRecord>, "commitment" | "priceText">) => {
  const { windowOpen = record.submissionTime } = record as Partial<TaskRecord>;
  return {
    geometry: record.geometry as unknown as Geometry,
    time: windowOpen,
    // The commitment is the last part of `3 x $1,125.00 = $3,375.00`.
    price: toMapPrice(record.commitment, record.priceText?.split(" = ").at(-1)),
  };
};

/** Returns the record as the service sent it, with the values that differ from those that were asked for. */
const toSource = ({ source, differences }: MadeRecord): object =>
  differences === undefined ? source : { ...source, differences };

function makeRecordView<R extends RequestRecord>(kind: Kind<R>): View<Records> {
  const rows = (data: Records): readonly R[] => (Array.isArray(data) ? data : [data]) as readonly R[];
  return listView<R, Records>({
    columns: kind.columns,
    source: (data) => (Array.isArray(data) ? data : toSource(data as R)),
    rowSource: toSource,
    rows,
    text: async (data, { paint, width }: Screen) => {
      const records = rows(data);
      const [only] = records;
      if (records.length === 1 && only !== undefined && !Array.isArray(data)) {
        const { placeText } = await import("../../places/describe-geometry.ts");
        return formatDetail(listRecordFields(only, kind, placeText(only.geometry)), { paint });
      }
      const { formatTable } = await import("../../render/table.ts");
      return formatTable(records, kind.columns, { width, paint });
    },
    id: ({ id }) => id,
    map: { part: toMapPart, colourBy: "status" },
  });
}

export const RECORD_VIEWS = { task: makeRecordView(TASK), repeat: makeRecordView(REPEAT) };

/** The location of the target, after its look-up: for people only. */
const PLACE: Column<RequestRecord> = {
  key: "place",
  header: "PLACE",
  value: (row) => (row as Placed<RequestRecord>).place,
  wide: true,
  only: "screen",
};

export type Placed<R> = R & { place?: string | undefined };

const makeWide = <R>(column: Column<R>): Column<R> => ({ ...column, wide: true });
const makeFixed = <R>(column: Column<R>): Column<R> => ({ ...column, fixed: true });

/** Read and shown only with --price. */
const PRICE = [
  {
    key: "price",
    header: "PRICE",
    value: ({ priceText }: PricedRecord<RequestRecord>) => priceText,
    align: "right" as const,
  },
  ...makeAmountColumns<PricedRecord<RequestRecord>>("commitment", ({ commitment }) => commitment),
].map((column): Column<PricedRecord<RequestRecord>> => ({ ...column, onRequest: "price" }));

/** `own`: the columns of one kind of request, before and after the common ones. */
const makeListView = <R extends RequestRecord>(
  own: readonly Column<PricedRecord<R>>[],
  last: readonly Column<PricedRecord<R>>[] = [],
) =>
  listView<PricedRecord<R>>({
    columns: [
      ID,
      NAME,
      makeFixed(STATUS),
      ...own,
      PLACE,
      {
        key: "submitted",
        header: "SUBMITTED",
        value: ({ submissionTime }) => submissionTime,
        fixed: true,
        wide: true,
      },
      makeWide(TIER),
      makeWide(TYPE),
      ...last,
      ...PRICE,
    ],
    rowSource: ({ source }) => source,
    id: ({ id }) => id,
    // A record is a GeoJSON feature already, except that its geometry may be missing.
    feature: ({ source }) => source as unknown as Feature,
    map: { part: toMapPart, colourBy: "status" },
  });

export const LIST_VIEWS: Readonly<Record<RequestNoun, View<Rows<RequestRecord>>>> = {
  task: makeListView<TaskRecord>(
    [makeWide(makeFixed(OPENS)), makeFixed(CLOSES)],
    [{ key: "repeat", header: "REPEAT REQUEST", value: ({ repeatId }) => repeatId, wide: true }],
  ),
  repeat: makeListView<RequestRecord>(
    [],
    [{ key: "description", header: "DESCRIPTION", value: ({ description }) => description, wide: true }],
  ),
};
