/** The types of every endpoint's body, query, reply and path parameters, as its schemas give them. */
import type * as z from "zod/mini";
import type { Schemas } from "./endpoint.ts";
import { ENDPOINTS, type EndpointName } from "./endpoints.ts";

type Loaded<N extends EndpointName> = Awaited<ReturnType<(typeof ENDPOINTS)[N]["schemas"]>>;

/** Type of the body; unknown where the interface shows none (`/orders/task/{id}`, POST `tasks/paged`). */
export type BodyOf<N extends EndpointName> =
  Loaded<N> extends { body: infer B extends z.core.$ZodType } ? z.core.output<B> : unknown;
/** Query parameters by name. */
export type QueryOf<N extends EndpointName> =
  Loaded<N> extends { query: infer Q extends z.core.$ZodType } ? z.core.output<Q> : undefined;
export type ReplyOf<N extends EndpointName> = z.core.output<Loaded<N>["reply"]>;

type Placeholder<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
/** Path parameters by the names in the endpoint's path; an empty object when it has none. */
export type ParamsOf<N extends EndpointName> = Record<Placeholder<(typeof ENDPOINTS)[N]["path"]>, string>;

export async function schemasOf(name: EndpointName): Promise<Schemas> {
  return await ENDPOINTS[name].schemas();
}
