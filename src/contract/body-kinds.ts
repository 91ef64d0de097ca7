/** Bodies that people write by hand, by their names in the commands. */
import { ENDPOINT_NAMES, ENDPOINTS, endpointOf, type EndpointName } from "./endpoints.ts";

type WordOf<N extends EndpointName> = (typeof ENDPOINTS)[N] extends { bodyWord: infer W } ? W : never;
export type BodyKind = { [N in EndpointName]: WordOf<N> }[EndpointName];

/** Sorted as in help. */
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

/** Returns the endpoint of a kind of body. */
export function endpointOfBody(kind: BodyKind): EndpointName {
  const found = ENDPOINT_NAMES.find((name) => endpointOf(name).bodyWord === kind);
  if (found === undefined) throw new Error(`no endpoint takes the body ${kind}`);
  return found;
}
