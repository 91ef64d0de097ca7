/** Bodies that people write by hand, by the words that they call them. */
import { ENDPOINT_NAMES, ENDPOINTS, endpointOf, type EndpointName } from "./endpoints.ts";

type WordOf<N extends EndpointName> = (typeof ENDPOINTS)[N] extends { bodyWord: infer W } ? W : never;
export type BodyKind = { [N in EndpointName]: WordOf<N> }[EndpointName];

/** In the order in which help lists them. */
export const BODY_KIND_NAMES = [
  "task",
  "repeat",
  "retask",
  "retask-collect",
  "retask-repeat",
  "products",
  "order",
  "search",
  "search-repeats",
  "catalog",
  "organization",
  "export",
] as const satisfies readonly BodyKind[];

/** The endpoint that takes this body. */
export function endpointOfBody(kind: BodyKind): EndpointName {
  const found = ENDPOINT_NAMES.find((name) => endpointOf(name).bodyWord === kind);
  if (found === undefined) throw new Error(`no endpoint takes the body ${kind}`);
  return found;
}
