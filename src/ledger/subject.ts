/** What a person calls the thing that an intent makes, and where to see whether it exists. */
import type { SpendKind } from "../contract/endpoint.ts";
import { endpointOf, idInPath, type EndpointName } from "../contract/endpoints.ts";
import { advice, swath, type Hint } from "../hint.ts";

export { idInPath } from "../contract/endpoints.ts";

export interface Subject {
  noun: string;
  /** What to do to find out. */
  check: Hint;
}

export const isOrder = ({ kind }: { kind: EndpointName }): boolean =>
  endpointOf(kind).journal?.record === "order";

export const isApproval = ({ kind }: { kind: EndpointName }): boolean =>
  endpointOf(kind).journal?.decides === true;

/** The word for it in lists and reports. */
export const shownKind = (name: EndpointName): SpendKind => endpointOf(name).journal?.shownAs ?? "other";

export function subjectOf({ kind, path }: { kind: EndpointName; path: string }): Subject {
  const { noun, check } = endpointOf(kind).journal ?? OTHER;
  return { noun, check: check(idInPath(path)) };
}

/** A request that was sent as a spending one by hand. */
const OTHER = { noun: "tasking request", check: () => advice`Look for it with: ${swath`search tasks`}` };
