/** People's words for the requests that the journal guards. */
import type { SpendKind } from "../../contract/endpoint.ts";
import { endpointOf, type EndpointName } from "../../contract/endpoints.ts";

export { SPEND_KINDS, type SpendKind } from "../../contract/endpoint.ts";

export const shownKind = (name: EndpointName): SpendKind => endpointOf(name).journal?.shownAs ?? "other";
