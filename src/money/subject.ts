/** The nouns of the result of an intent. */
import type { SpendKind } from "../contract/endpoint.ts";
import { endpointOf, type EndpointName } from "../contract/endpoints.ts";

export const isApproval = ({ kind }: { kind: EndpointName }): boolean =>
  endpointOf(kind).journal?.decides === true;

/** Returns its word in lists and reports. */
export const shownKind = (name: EndpointName): SpendKind => endpointOf(name).journal?.shownAs ?? "other";

/** Returns its noun in messages. `api` can send a paid request of any kind. */
export const nounOf = ({ kind }: { kind: EndpointName }): string =>
  endpointOf(kind).journal?.noun ?? "tasking request";
