/** The types of every endpoint's body, query, response and path parameters, derived from its entry. */
import type * as z from "zod/mini";
import type { Schemas } from "./endpoint.ts";
import { endpointOf, type ENDPOINTS, type EndpointName } from "./endpoints.ts";
import type { ReplyParser } from "./replies.ts";

type Entry<N extends EndpointName> = (typeof ENDPOINTS)[N];
type Loaded<N extends EndpointName> =
  Entry<N> extends { schemas: () => Promise<infer S extends Schemas> } ? S : object;

/** Type of the body; unknown if the interface defines none (`/orders/task/{id}`, POST `tasks/paged`). */
export type BodyOf<N extends EndpointName> =
  Loaded<N> extends { body: infer B extends z.core.$ZodType } ? z.core.output<B> : unknown;
/** Query parameters by name. */
export type QueryOf<N extends EndpointName> =
  Loaded<N> extends { query: infer Q extends z.core.$ZodType } ? z.core.output<Q> : undefined;
/** The record to which a response is parsed. */
export type ReplyOf<N extends EndpointName> =
  Awaited<ReturnType<Entry<N>["reply"]>> extends ReplyParser<infer T> ? T : never;

type Placeholder<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
/** Path parameters by their names in the endpoint's path; an empty object when there are none. */
export type ParamsOf<N extends EndpointName> = Record<Placeholder<Entry<N>["path"]>, string>;

export async function schemasOf(name: EndpointName): Promise<Schemas> {
  return (await endpointOf(name).schemas?.()) ?? {};
}
