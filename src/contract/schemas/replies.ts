/**
 * Replies: known members are checked only where going on needs them, unknown ones are kept. The readers in `read-*.ts`
 * find what a command wants in any of the shapes that are tolerated.
 */
import * as z from "zod/mini";
import { readCollectionTypes } from "../read-collection-types.ts";
import { readList } from "../read-items.ts";
import { readPresigned, readExportList } from "../read-exports.ts";
import { readField, readRepeatId, readTaskId } from "../read-record.ts";
import { readToken } from "../read-token.ts";
import { coded, rule } from "./rule.ts";

export type JsonObject = Record<string, unknown>;

/** A record of a task or repeat request, an order result, a review. */
// Spec silent: the full field lists of records. We keep whatever came.
export const RecordReply = coded(z.looseObject({}), {
  code: "RESPONSE_UNRECOGNISED",
  expected: "a JSON object",
}) as unknown as z.ZodMiniType<JsonObject>;

/** Bodies of the PATCH and PUT replies. */
// Spec silent: the reply to a decision or an update. We accept any JSON, and none.
export const AnyReply = z.unknown();

function tolerant(isUnderstood: (reply: unknown) => boolean, expected: string): z.ZodMiniType {
  return z.unknown().check(
    rule(function* (reply) {
      if (!isUnderstood(reply))
        yield { code: "RESPONSE_UNRECOGNISED", says: `is not ${expected}`, rule: expected };
    }),
  );
}

/** Records, items or names in one of the envelopes that `readList` knows. */
export const ListReply = tolerant(
  (reply) => readList(reply) !== undefined,
  "a list, or an object that holds one",
);

export const ExportListReply = tolerant(
  (reply) => readExportList(reply) !== undefined,
  "an object with lists of file names under latest, weekly, full",
);

export const PresignReply = tolerant(
  (reply) => readPresigned(reply) !== undefined,
  "a list of objects with exportFile and downloadHref",
);

export const CollectionTypesReply = tolerant(
  (reply) => readCollectionTypes(reply) !== undefined,
  "a list or table of collection types",
);

/** The record of a request that was asked for by its id: a 200 that carries an error instead is none. */
export const KnownRecordReply = tolerant(
  (reply) =>
    (readTaskId(reply) ??
      readRepeatId(reply) ??
      readField(reply, "lastStatusCode", "statusHistory", "properties")) !== undefined,
  "a record with an id, a status or properties",
) as unknown as z.ZodMiniType<JsonObject>;

// Spec silent: how an order that is not ready answers. We let any object and an empty body pass; `readItems` finds the items.
export const DownloadReply = tolerant(
  (reply) => reply === undefined || typeof reply === "object",
  "an object or an array",
);

export const TokenReply = tolerant((reply) => readToken(reply) !== undefined, "an object with accessToken");
