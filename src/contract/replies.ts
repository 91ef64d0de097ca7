/**
 * What each endpoint answers, as records: every reply is parsed here once, known members are demanded only where going
 * on needs them, and unknown ones stay.
 */
import { isJsonObject, objectOf, type JsonObject } from "./json-object.ts";
import { readCollectionTypes, type CollectionType } from "./read-collection-types.ts";
import { readExportList, readPresigned, type ExportList, type PresignedFile } from "./read-exports.ts";
import { readItems, readRecordPage, type ItemPage, type RecordPage, type StacItem } from "./read-items.ts";
import { readOrder, type Order } from "./read-order.ts";
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
  /** The record; undefined when what a command needs to go on is not in the reply. */
  readonly parse: (wire: unknown) => T | undefined;
  /** Follows "is not": what the reply should have been. */
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

/** Whether it is the record of a request that was asked for by its id: a 200 that carries an error instead is none. */
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

export interface DecisionReply {
  /** The status after the decision, where the service says it. */
  status?: string;
}

// Spec silent: the response to a decision or an update. We accept any JSON or an empty body.
export const decisionReply: ReplyParser<DecisionReply> = {
  parse: (wire) => {
    const status = readStatusCode(wire);
    return status === undefined ? {} : { status };
  },
  expected: "JSON",
};

/** Without an id where the service answered with nothing that could be read. */
export const updatedTaskReply: ReplyParser<TaskRecord> = {
  parse: (wire) => readTask(isJsonObject(wire) ? wire : {}),
  expected: "JSON",
};

/** What came back, where that is an object; else an empty one. */
export const organizationReply: ReplyParser<JsonObject> = { parse: objectOf, expected: "JSON" };

const LIST = "a list, or an object that holds one";

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
  /** Undefined when the reply holds no list of items. */
  items?: StacItem[];
  /** How many entries of that list are no objects, where there are any. */
  skipped?: number;
  /** How many items have assets that cannot be read, where there are any. */
  unreadable?: number;
  /** How the order stands, where the reply says that. */
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
      ...(page && { items: page.items }),
      ...(page?.skipped !== undefined && { skipped: page.skipped }),
      ...(page?.unreadable !== undefined && { unreadable: page.unreadable }),
      ...(typeof state === "string" && state !== "" && { state }),
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
