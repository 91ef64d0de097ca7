import { membersOf, type Members } from "../../contract/members.ts";
import { msOf } from "../../contract/body-values.ts";
import { placesOf } from "../../contract/body-values.ts";

/** Fields that only the service writes: what a body says about them is dropped. */
const SERVICE_FIELDS = new Set([
  "taskingrequestId",
  "repeatrequestId",
  "repeatrequestName",
  "repeatrequestDescription",
  "userId",
  "organizationId",
  "contractId",
  "resellerId",
  "submissionTime",
  "windowDuration",
  "lastStatusCode",
  "lastStatusMessage",
  "lastStatusTime",
  "statusHistory",
  "transactionStatus",
  "order",
  "costPerImageEstimate",
  "expectedCollectionTime",
  "collectIds",
  "completedCount",
]);

/** Fields of a body's `properties` that are neither the service's nor among those that a kind knows. */
export function extraFields(properties: Members, known: readonly string[]): Members {
  return Object.fromEntries(
    Object.entries(properties).filter(([name]) => !SERVICE_FIELDS.has(name) && !known.includes(name)),
  );
}

// Spec silent: whether preApproval and the custom attributes stand beside or inside `properties`. We read both places; the
// contract has refused a body where they disagree.
export function placedField(body: Members, name: string): unknown {
  return membersOf(body["properties"])[name] ?? body[name];
}

export function customAttributesOf(body: Members): Record<string, unknown> {
  const pairs = ["customAttribute1", "customAttribute2"].map(
    (name) => [name, placedField(body, name)] as const,
  );
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

/** A field of a retask body, wherever it stands. */
export function retaskField(body: Members, name: string): unknown {
  return placesOf(body).find(({ members }) => members[name] !== undefined)?.members[name];
}

export const retaskMs = (body: Members, name: string): number | undefined => msOf(retaskField(body, name));

/** A moment that a checked body has. */
export function needMs(value: unknown): number {
  const ms = msOf(value);
  if (ms === undefined) throw new Error(`not a timestamp: ${String(value)}`);
  return ms;
}
