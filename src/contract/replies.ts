/**
 * Parses the response of each endpoint to a record. Each response is parsed here once; only fields that a
 * command needs are required, and unknown fields stay.
 */
import { isJsonObject, toJsonObject, type JsonObject } from "./json-object.ts";
import { readCollectionTypes, type CollectionType } from "./read-collection-types.ts";
import { readExportList, readPresigned, type ExportList, type PresignedFile } from "./read-exports.ts";
import { readItems, readRecordPage, type ItemPage, type RecordPage, type StacItem } from "./read-items.ts";
import { readOrder, readOrders, type Order } from "./read-order.ts";
import {
  readField,
  readRepeat,
  readRepeatId,
  readStatusCode,
  readTask,
  readTaskId,
  type RepeatRecord,
  type TaskRecord,
} from "./read-record.ts";
import { readReview, type OrderReview } from "./read-review.ts";
import { readToken, type Token } from "./read-token.ts";

export interface ReplyParser<T> {
  /** Returns the record; undefined when a required field is missing. */
  readonly parse: (wire: unknown) => T | undefined;
  /** The expected response, as text after "is not". */
  readonly expected: string;
}

// Spec silent: the full field lists of records. We keep every field.
export const taskReply: ReplyParser<TaskRecord> = {
  parse: (wire) => (isJsonObject(wire) ? readTask(wire) : undefined),
  expected: "a JSON object",
};

export const repeatReply: ReplyParser<RepeatRecord> = {
  parse: (wire) => (isJsonObject(wire) ? readRepeat(wire) : undefined),
  expected: "a JSON object",
};

const KNOWN = "a record with an id, a status or properties";

/** Returns whether the response is the requested record: a 200 with an error body is not. */
const isKnown = (wire: unknown): wire is Record<string, unknown> =>
  isJsonObject(wire) &&
  (readTaskId(wire) ??
    readRepeatId(wire) ??
    readField(wire, "lastStatusCode", "statusHistory", "properties")) !== undefined;

export const knownTaskReply: ReplyParser<TaskRecord> = {
  parse: (wire) => (isKnown(wire) ? readTask(wire) : undefined),
  expected: KNOWN,
};

export const knownRepeatReply: ReplyParser<RepeatRecord> = {
  parse: (wire) => (isKnown(wire) ? readRepeat(wire) : undefined),
  expected: KNOWN,
};

export const orderReply: ReplyParser<Order> = {
  parse: (wire) => (isJsonObject(wire) ? readOrder(wire) : undefined),
  expected: "an order with an id",
};

export const ordersReply: ReplyParser<RecordPage<Order>> = {
  parse: readOrders,
  expected: "a list of orders, or an object that contains one",
};

export interface DecisionReply {
  /** The status after the decision, if the service reports it. */
  status?: string;
  /** The status is that of a record or of its history; otherwise it may be the requested one, returned. */
  isRecorded?: true;
}

// Spec silent: the response to a decision or an update. We accept any JSON or an empty body.
export const decisionReply: ReplyParser<DecisionReply> = {
  parse: (wire) => {
    const status = readStatusCode(wire);
    if (status === undefined) return {};
    const isRecorded =
      Array.isArray(wire) || ["lastStatusCode", "statusHistory"].some((name) => readField(wire, name));
    return isRecorded ? { status, isRecorded } : { status };
  },
  expected: "JSON",
};

/** The id is missing when the response was unreadable. */
export const updatedTaskReply: ReplyParser<TaskRecord> = {
  parse: (wire) => readTask(isJsonObject(wire) ? wire : {}),
  expected: "JSON",
};

/** Returns the response if it is an object, else an empty object. */
export const organizationReply: ReplyParser<JsonObject> = { parse: toJsonObject, expected: "JSON" };

const LIST = "a list, or an object that contains one";

export const itemsReply: ReplyParser<ItemPage> = { parse: readItems, expected: LIST };

export const tasksReply: ReplyParser<RecordPage<TaskRecord>> = {
  parse: (wire) => readRecordPage(wire, readTask),
  expected: LIST,
};

export const repeatsReply: ReplyParser<RecordPage<RepeatRecord>> = {
  parse: (wire) => readRecordPage(wire, readRepeat),
  expected: LIST,
};

export const reviewReply: ReplyParser<OrderReview> = { parse: readReview, expected: "a JSON object" };

export interface OrderDownload {
  /** Undefined when the response has no list of items. */
  items?: StacItem[];
  /** Number of list entries that are not objects; absent for none. */
  skipped?: number;
  /** Number of items with unreadable assets; absent for none. */
  unreadable?: number;
  /** The state of the order, if the response reports it. */
  state?: string;
}

// Spec silent: the download response of an order that is not ready. We accept any object or an empty body, with or
// without items.
export const downloadReply: ReplyParser<OrderDownload> = {
  parse: (wire) => {
    if (wire !== undefined && typeof wire !== "object") return undefined;
    const page = readItems(wire);
    const state = readField(wire, "orderStatus", "order_status", "status");
    return {
      items: page?.items,
      skipped: page?.skipped,
      unreadable: page?.unreadable,
      state: typeof state === "string" && state !== "" ? state : undefined,
    };
  },
  expected: "an object or an array",
};

export const exportListReply: ReplyParser<ExportList> = {
  parse: readExportList,
  expected: "an object with lists of file names under latest, weekly, full",
};

export const presignReply: ReplyParser<PresignedFile[]> = {
  parse: readPresigned,
  expected: "a list of objects with exportFile and downloadHref",
};

export const collectionTypesReply: ReplyParser<CollectionType[]> = {
  parse: readCollectionTypes,
  expected: "a list or table of collection types",
};

export const tokenReply: ReplyParser<Token> = { parse: readToken, expected: "an object with accessToken" };

/** The name of a parser in this file, which is loaded by the first response. */
export type ReplyName = keyof typeof import("./replies.ts");
