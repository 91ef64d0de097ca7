/** Tasks and repeat requests as rows: what tells one from another, where it stands, and when it was asked for. */
import type { RequestRecord, TaskRecord } from "../../contract/read-record.ts";
import type { Feature } from "../../geo/geojson.ts";
import type { Column } from "../../render/column.ts";
import { listView } from "../../cli/output/view.ts";

const STATUS: Column<RequestRecord> = {
  key: "status",
  header: "STATUS",
  value: ({ status }) => status,
  fixed: true,
};

const LAST: readonly Column<RequestRecord>[] = [
  {
    key: "submitted",
    header: "SUBMITTED",
    value: ({ submissionTime }) => submissionTime,
    fixed: true,
    wide: true,
    minutes: true,
  },
  { key: "tier", header: "TIER", value: ({ tier }) => tier, wide: true },
  { key: "type", header: "TYPE", value: ({ collectionType }) => collectionType, wide: true },
];

/** A record is a feature already; one without a geometry becomes one without a place. */
const rowSource = ({ source }: RequestRecord): unknown => source;
const feature = ({ source }: RequestRecord): Feature => source as unknown as Feature;

export const taskListView = listView<TaskRecord>({
  columns: [
    { key: "id", header: "ID", value: ({ id }) => id, fixed: true },
    { key: "name", header: "NAME", value: ({ name }) => name },
    STATUS,
    {
      key: "windowOpen",
      header: "OPENS",
      value: ({ windowOpen }) => windowOpen,
      fixed: true,
      wide: true,
      minutes: true,
    },
    {
      key: "windowClose",
      header: "CLOSES",
      value: ({ windowClose }) => windowClose,
      fixed: true,
      wide: true,
      minutes: true,
    },
    ...LAST,
    { key: "repeat", header: "REPEAT REQUEST", value: ({ repeatId }) => repeatId, wide: true },
  ],
  rowSource,
  id: ({ id }) => id,
  feature,
});

export const repeatListView = listView<RequestRecord>({
  columns: [
    { key: "id", header: "ID", value: ({ id }) => id, fixed: true },
    { key: "name", header: "NAME", value: ({ name }) => name },
    STATUS,
    {
      key: "description",
      header: "DESCRIPTION",
      value: ({ description }) => description,
      wide: true,
    },
    ...LAST,
  ],
  rowSource,
  id: ({ id }) => id,
  feature,
});
