/** Tasks and repeat requests as rows: what tells one from another, where it stands, and when it was asked for. */
import {
  readField,
  readParentRepeatId,
  readRepeatId,
  readStatusCode,
  readTaskId,
} from "../../contract/read-record.ts";
import type { Feature } from "../../geo/geojson.ts";
import type { Column } from "../../render/column.ts";
import { listView } from "../../cli/output/view.ts";
import type { RequestRecord } from "../../app/tasking/page-rows.ts";

const field =
  (...names: string[]) =>
  (record: RequestRecord): unknown =>
    readField(record, ...names);

const STATUS: Column<RequestRecord> = { key: "status", header: "STATUS", value: readStatusCode, fixed: true };

const LAST: readonly Column<RequestRecord>[] = [
  {
    key: "submitted",
    header: "SUBMITTED",
    value: field("submissionTime"),
    fixed: true,
    wide: true,
    minutes: true,
  },
  { key: "tier", header: "TIER", value: field("collectionTier"), wide: true },
  { key: "type", header: "TYPE", value: field("collectionType"), wide: true },
];

/** A record is a feature already; one without a geometry becomes one without a place. */
const feature = (record: RequestRecord): Feature => record as unknown as Feature;

export const taskListView = listView<RequestRecord>({
  columns: [
    { key: "id", header: "ID", value: readTaskId, fixed: true },
    { key: "name", header: "NAME", value: field("taskingrequestName", "taskingRequestName") },
    STATUS,
    {
      key: "windowOpen",
      header: "OPENS",
      value: field("windowOpen"),
      fixed: true,
      wide: true,
      minutes: true,
    },
    {
      key: "windowClose",
      header: "CLOSES",
      value: field("windowClose"),
      fixed: true,
      wide: true,
      minutes: true,
    },
    ...LAST,
    { key: "repeat", header: "REPEAT REQUEST", value: readParentRepeatId, wide: true },
  ],
  id: readTaskId,
  feature,
});

export const repeatListView = listView<RequestRecord>({
  columns: [
    { key: "id", header: "ID", value: readRepeatId, fixed: true },
    { key: "name", header: "NAME", value: field("repeatrequestName", "repeatRequestName") },
    STATUS,
    {
      key: "description",
      header: "DESCRIPTION",
      value: field("repeatrequestDescription", "repeatRequestDescription"),
      wide: true,
    },
    ...LAST,
  ],
  id: readRepeatId,
  feature,
});
