/** One entry of the endpoint table, which has everything that varies by endpoint. */
import type * as z from "zod/mini";
import type { ErrorCode } from "../errors.ts";
import type { Dialect, DialectKey } from "./dialect.ts";
import type { ReplyParser } from "./replies.ts";

/** The effect of a request, which decides retry, dry run, consent and the spend journal. */
export type Effect = "read" | "write" | "spend";

/** Schemas of one endpoint; no `body` means that the interface shows none, so that any body is left alone. */
export interface Schemas {
  readonly body?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
}

/** People's words for the requests that the journal guards, as lists and reports show them. */
export type SpendKind = "order" | "task" | "repeat request" | "retask" | "approval" | "other";

/** The names of a request in the spend journal, and the proof that the service accepted it. */
export interface JournalEntryKind {
  readonly shownAs: SpendKind;
  /** The noun in sentences: "the same order was sent". */
  readonly noun: string;
  /** The record that is created or decided on. */
  readonly record: "order" | "task" | "repeat";
  /** The request approves or rejects a record that exists already. */
  readonly decides?: true;
  /** The request copies what its path names, from which it may inherit a pre-approval. */
  readonly copies?: "task" | "collect" | "repeat";
  /** The id that a successful reply must have; a reply without one proves nothing. */
  readonly idIn: (reply: unknown, path: string) => string | undefined;
}

export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{parameter}` placeholders, relative to the base URL. */
  readonly path: string;
  /** Further spellings that the interface leaves open: the sandbox serves them beside `path`. */
  readonly otherPaths?: readonly string[];
  /** The dialect key that gives the path of this deployment. */
  readonly pathSetting?: Extract<DialectKey, `paths.${string}`>;
  /** The dialect key that chooses between this endpoint and its twin of another method. */
  readonly methodSetting?: DialectKey;
  readonly effect: Effect | ((body: unknown) => Effect);
  readonly summary: string;
  /** The same in a few words, for a line of 80 columns, where the summary is long. */
  readonly label?: string;
  /** Commands that send it; `swath api` sends every endpoint. */
  readonly commands: readonly string[];
  /** Loaded by the first request that is checked, so that help and completion stay light. */
  readonly schemas?: () => Promise<Schemas>;
  /** How the reply becomes a record; loaded by the first reply. */
  readonly reply: () => Promise<ReplyParser<unknown>>;
  /** The path parameter with the id of the record that is asked for: a reply that names another id is not that record. */
  readonly recordId?: string;
  /**
   * The body, where it is not simply JSON: `optional` may be left out and then counts as an empty object, `free` is
   * anything (the interface shows none), `form` is a form without fields.
   */
  readonly bodyMode?: "optional" | "free" | "form";
  /** The word for a body of this endpoint that a person writes by hand. */
  readonly bodyWord?: string;
  /** The body that a deployment wants where the caller gives none. */
  readonly defaultBody?: (dialect: Dialect) => unknown;
  /** Query parameters that decide how the body is read, so that they are checked with it. */
  readonly bodyParameters?: readonly string[];
  /** Each request makes something new: a lost reply must not lead to a second one unnoticed. */
  readonly creates?: true;
  /** Sending a write twice is sending it once, so it is retried as a read is. */
  readonly repeatable?: true;
  /** The change for other people than the sender; a person must agree to it. */
  readonly affects?: string;
  /** Takes a user name and a password in place of the profile's credential. */
  readonly login?: true;
  /** Codes for statuses that mean something special here, where the service sends no code of its own. */
  readonly codes?: Readonly<Partial<Record<number, ErrorCode>>>;
  /** The code that replaces CONFLICT. */
  readonly conflict?: ErrorCode;
  readonly journal?: JournalEntryKind;
}
