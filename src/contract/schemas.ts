/** The types of every endpoint's body, query, response and path parameters, derived from its entry. */
import type * as z from "zod/mini";
import type { ENDPOINTS, EndpointName } from "./endpoints.ts";
import type { ReplyParser } from "./replies.ts";

type Replies = typeof import("./replies.ts");
type Entry<N extends EndpointName> = (typeof ENDPOINTS)[N];

/** Type of the body; unknown if the interface defines none (`/orders/task/{id}`, POST `tasks/paged`). */
export type BodyOf<N extends EndpointName> =
  Entry<N> extends { body: () => Promise<infer B extends z.core.$ZodType> } ? z.core.output<B> : unknown;
/** Query parameters by name. */
export type QueryOf<N extends EndpointName> =
  Entry<N> extends { query: readonly (infer Q extends string)[] } ? { [K in Q]?: string } : undefined;
/** The record to which a response is parsed. */
export type ReplyOf<N extends EndpointName> =
  Replies[Entry<N>["reply"]] extends ReplyParser<infer T> ? T : never;

type Placeholder<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
/** Path parameters by their names in the endpoint's path; an empty object when there are none. */
export type ParamsOf<N extends EndpointName> = Record<Placeholder<Entry<N>["path"]>, string>;
