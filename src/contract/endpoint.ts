/** One entry of the endpoint table, with everything that varies by endpoint. */
import type * as z from "zod/mini";
import type { ErrorCode } from "../errors.ts";
import type { Dialect, DialectKey } from "./dialect.ts";
import type { ReplyName } from "./replies.ts";

/** The effect of a request, which decides retry, dry run, consent and the spend journal. */
export type Effect = "read" | "write" | "spend";

/** Names of the requests in the journal, for lists and reports. */
export type SpendKind = "order" | "task" | "repeat request" | "retask" | "approval" | "other";

/** The names of a request in the spend journal, and the field that proves its acceptance. */
export interface JournalEntryKind {
  readonly shownAs: SpendKind;
  /** The noun in sentences: "the same order was sent". */
  readonly noun: string;
  /** The record that is created or decided on. */
  readonly record: "order" | "task" | "repeat";
  /** The request approves or rejects a record that exists already. */
  readonly decides?: true;
  /** The request copies the record in its path, from which it may inherit a pre-approval. */
  readonly copies?: "task" | "collect" | "repeat";
  /** Returns the id that a successful response must have. A response without it proves nothing. */
  readonly idIn: (reply: unknown, path: string) => string | undefined;
}

export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{parameter}` placeholders, relative to the base URL. */
  readonly path: string;
  /** Further spellings that the interface leaves open. The sandbox serves them together with `path`. */
  readonly otherPaths?: readonly string[];
  /** The dialect key for the path of a deployment. */
  readonly pathSetting?: Extract<DialectKey, `paths.${string}`>;
  /** The dialect key for the path of a deployment whose cancellations have a path of their own. */
  readonly cancelSetting?: Extract<DialectKey, `paths.${string}`>;
  /** The dialect key that selects this endpoint or its twin with another method. */
  readonly methodSetting?: DialectKey;
  readonly effect: Effect | ((body: unknown) => Effect);
  /** Returns whether the body of a write has only members that cost nothing: another one may approve the record, which spends. */
  readonly isFreeBody?: (body: unknown) => boolean;
  readonly summary: string;
  /** A shorter summary for a line of 80 columns. */
  readonly label?: string;
  /** Commands that send it; `swath api` sends every endpoint. */
  readonly commands: readonly string[];
  /**
   * The schema of the body, loaded by the first request that is checked, so that help and completion stay light.
   * Without it the interface defines no body, and any body is sent unchecked.
   */
  readonly body?: () => Promise<z.ZodMiniType>;
  /** Names of the query parameters. */
  readonly query?: readonly string[];
  /** The parser that converts the response to a record. */
  readonly reply: ReplyName;
  /** The body may be absent, and then counts as an empty object. */
  readonly isBodyOptional?: true;
  /** Returns the body that a deployment expects when the caller gives none. */
  readonly defaultBody?: (dialect: Dialect) => unknown;
  /** Query parameters that change the meaning of the body, and so are validated with it. */
  readonly bodyParameters?: readonly string[];
  /** A repeated write has no further effect, so it is retried like a read. */
  readonly repeatable?: true;
  /** The effect on people other than the sender, which requires consent. */
  readonly affects?: string;
  /**
   * Uses a user name and a password instead of the profile's credential, and a form without fields instead of JSON. A response
   * may contain a token in any place, so it is never quoted.
   */
  readonly login?: true;
  /** Codes for statuses with a special meaning here, if the service sends no code. */
  readonly codes?: Readonly<Partial<Record<number, ErrorCode>>>;
  /** Codes for words of an error's message, if the service sends no code. The first match counts. */
  readonly codesByWords?: readonly (readonly [words: RegExp, code: ErrorCode])[];
  readonly journal?: JournalEntryKind;
}
