/**
 * What each endpoint answers, as records: every reply is parsed here once, known members are demanded only where going
 * on needs them, and unknown ones stay.
 */
import { isMembers, membersOf, type Members } from "./members.ts";
import { readCollectionTypes, type CollectionType } from "./read-collection-types.ts";
import { readExportList, readPresigned, type ExportList, type PresignedFile } from "./read-exports.ts";
import { readItems, readRecordPage, type ItemPage, type RecordPage, type StacItem } from "./read-items.ts";
import { readOrder, type Order } from "./read-order.ts";
import { readField, readRepeatId, readStatusCode, readTaskId } from "./read-record.ts";
import { readReview, type OrderReview } from "./read-review.ts";
import { readToken, type Token } from "./read-token.ts";

export interface ReplyParser<T> {
  /** The record; undefined when what a command needs to go on is not in the reply. */
  readonly parse: (wire: unknown) => T | undefined;
  /** Follows "is not": what the reply should have been. */
  readonly expected: string;
}

export type JsonObject = Record<string, unknown>;

/** A record of a task or repeat request. */
// Spec silent: the full field lists of records. We keep whatever came.
export const recordReply: ReplyParser<JsonObject> = {
  parse: (wire) => (isMembers(wire) ? wire : undefined),
  expected: "a JSON object",
};

/** The record of a request that was asked for by its id: a 200 that carries an error instead is none. */
export const knownRecordReply: ReplyParser<JsonObject> = {
  parse: (wire) => {
    const isKnown =
      (readTaskId(wire) ??
        readRepeatId(wire) ??
        readField(wire, "lastStatusCode", "statusHistory", "properties")) !== undefined;
    return isKnown && isMembers(wire) ? wire : undefined;
  },
  expected: "a record with an id, a status or properties",
};

export const orderReply: ReplyParser<Order> = {
  parse: (wire) => (isMembers(wire) ? readOrder(wire) : undefined),
  expected: "an order with an id",
};

export interface DecisionReply {
  /** The status after the decision, where the service says it. */
  status?: string;
}

// Spec silent: the reply to a decision or an update. We accept any JSON, and none.
export const decisionReply: ReplyParser<DecisionReply> = {
  parse: (wire) => {
    const status = readStatusCode(wire);
    return status === undefined ? {} : { status };
  },
  expected: "JSON",
};

/** What came back from an update, where that is an object; else an empty one. */
export const updateReply: ReplyParser<Members> = { parse: membersOf, expected: "JSON" };

const LIST = "a list, or an object that holds one";

export const itemsReply: ReplyParser<ItemPage> = { parse: readItems, expected: LIST };

export const recordsReply: ReplyParser<RecordPage> = { parse: readRecordPage, expected: LIST };

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

// Spec silent: how an order that is not ready answers. We let any object and an empty body pass, with or without items.
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
