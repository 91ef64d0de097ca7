import { localTimeSpans } from "../../domain/tasking/local-time.ts";
import type { Account } from "../accounts.ts";
import { notFound } from "../http/refusal.ts";
import type { Order } from "../orders/orders-table.ts";
import type { SandboxSettings } from "../settings.ts";
import type {
  RequestKind,
  TaskingRequest,
  RequestProperties,
  RequestRecord,
  StatusCode,
} from "../tasking/tasking-request.ts";
import type { Call } from "./call.ts";
import { toRecorded } from "./recorded-record.ts";

const NAMES: Record<RequestKind, string> = { task: "task", repeat: "repeat request" };

// Spec silent: who may see, approve, retask and edit a request, and see its orders. The sandbox allows the owner and
// managers of the same organization; others get 404.
export function findRequest(
  { sandbox, caller }: Pick<Call, "sandbox" | "caller">,
  kind: RequestKind,
  id: string | undefined,
): TaskingRequest {
  const request = sandbox.tasking.requests.find(kind, id ?? "");
  if (request === undefined || !mayView(caller, request)) {
    throw notFound(`no ${NAMES[kind]} has the id ${id}`);
  }
  return request;
}

// Orders are visible to their owner and to managers of the same organization.
export function findOrder({ sandbox, caller }: Pick<Call, "sandbox" | "caller">, id = ""): Order {
  const order = sandbox.orders.find(id);
  if (order === undefined || !mayView(caller, order)) {
    throw notFound(`no order has the id ${id}`, "ORDER_NOT_FOUND");
  }
  return order;
}

const mayView = (
  caller: Account,
  { userId, organizationId }: Pick<Order, "userId" | "organizationId">,
): boolean =>
  userId === caller.userId ||
  (organizationId === caller.organizationId && caller.roles.includes("organization-manager"));

/** Fields that some services put beside `properties`. */
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

// Spec silent: the place of a record's fields. The sandbox puts them under `properties` (setting `recordPlacement`).
/** Returns a request's record in the form of the settings. */
export function shapeRecord(record: RequestRecord, settings: SandboxSettings): object {
  const { dialect, recordForm, recordPlacement, localTimeStyle, statusWords } = settings;
  let shaped = localTimeStyle === "nested" ? withNestedTime(record) : record;
  if (statusWords === "wide") shaped = withWideWords(shaped);
  if (recordForm === "recorded") return toRecorded(shaped);
  if (dialect.ascDescKey === "ascDsc") shaped = withAscDsc(shaped);
  if (recordPlacement === "properties") return shaped;
  const entries = Object.entries(shaped.properties);
  const isRoot = ([name]: [string, unknown]): boolean => ROOT_FIELDS.includes(name);
  return {
    ...shaped,
    ...Object.fromEntries(entries.filter(isRoot)),
    properties: Object.fromEntries(entries.filter((entry) => !isRoot(entry))),
  };
}

/** Names of transaction states in public clients, by status. */
const TRANSACTION_WORDS: Readonly<Record<string, string>> = {
  received: "pending-cost-calculation",
  completed: "completed",
  rejected: "customer-rejected",
};

/** Renames states as some services do: an accepted request is `active`, and the transaction has more states. */
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

function withAscDsc(record: RequestRecord): RequestRecord {
  const { ascDesc, ...rest } = record.properties.collectConstraints;
  return {
    ...record,
    properties: { ...record.properties, collectConstraints: { ...rest, ascDsc: ascDesc } },
  };
}

function withNestedTime(record: RequestRecord): RequestRecord {
  const { collectConstraints } = record.properties;
  const { localTime } = collectConstraints;
  const ranges = (localTimeSpans(localTime) ?? []).flatMap(([start, end]) =>
    start < end
      ? [[start, end]]
      : [
          [start, 86_400],
          [0, end],
        ],
  );
  const properties = {
    ...record.properties,
    collectConstraints: { ...collectConstraints, localTime: ranges },
  };
  return { ...record, properties };
}

// Spec silent: the response to a changed status. The sandbox returns the whole record (setting `statusReply`).
/** Returns the response to a status patch. */
export function answerStatus(request: TaskingRequest, settings: SandboxSettings): unknown {
  const { lastStatusCode, statusHistory } = request.record.properties;
  switch (settings.statusReply) {
    case "status":
      return { status: lastStatusCode };
    case "code":
      return { code: lastStatusCode };
    case "history":
      return settings.recordForm === "recorded"
        ? (toRecorded(request.record) as { properties: { statusHistory: unknown } }).properties.statusHistory
        : statusHistory;
    case "empty":
      return undefined;
    case "record":
      return shapeRecord(request.record, settings);
  }
}
