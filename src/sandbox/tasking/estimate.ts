import { areaKm2 } from "../../geo/area.ts";
import { formatCents } from "../orders/prices.ts";
import type { SandboxSettings } from "../settings.ts";
import { imagingTypeOf } from "./collection-types.ts";
import { type RequestRecord, type TaskingRequest, writeStatus } from "./tasking-request.ts";
import type { TaskingContext } from "./tasking.ts";

type Prices = Pick<SandboxSettings, "priceTable">;

/** Returns the charged square kilometres of a request: the area of a polygon, the scene of a point. */
function accountingKm2({ geometry, properties }: RequestRecord): number {
  const { widthKm, lengthKm } = imagingTypeOf(properties.collectionType);
  if (geometry.type === "Point") return widthKm * lengthKm;
  return Math.round(areaKm2(geometry) * 100) / 100;
}

// Spec silent: prices of tasks. The sandbox has a price by type with a factor by tier; an area costs as many images
// as its size requires.
function imageCents({ geometry, properties }: RequestRecord, { priceTable }: Prices): number {
  const { widthKm, lengthKm, name } = imagingTypeOf(properties.collectionType);
  const images =
    geometry.type === "Point" ? 1 : Math.max(1, Math.round(areaKm2(geometry)) / (widthKm * lengthKm));
  const dollars = (priceTable[`type.${name}`] ?? 0) * (priceTable[`tier.${properties.collectionTier}`] ?? 1);
  return Math.round(dollars * images * 100);
}

/** Returns `order` of a task's record. */
function taskEstimate(taskId: string, record: RequestRecord, prices: Prices): object {
  const total = formatCents(imageCents(record, prices));
  return {
    summary: { total, subtotal: total },
    lineItems: [{ taskId, accountingSize: { unit: "sqkm", value: accountingKm2(record) } }],
    archiveHoldback: record.properties.archiveHoldback,
    managedOrganizationIds: [record.properties.organizationId],
  };
}

/** Writes the estimate; a request that is not pre-approved then waits for approval. */
export function writeEstimate(sandbox: TaskingContext, request: TaskingRequest, atMs: number): void {
  const { kind, id, record } = request;
  const { properties } = record;
  const prices = sandbox.settings.read();
  if (["rejected", "canceled"].includes(properties.lastStatusCode)) return;
  if (properties.lastStatusCode === "received") {
    writeStatus(properties, "review", "waits for the approval of its cost", atMs);
  }
  if (kind === "repeat") properties["costPerImageEstimate"] = formatCents(imageCents(record, prices));
  else {
    // Spec silent: an estimate for pre-approved tasks. The sandbox shows one; no approval is needed.
    properties["order"] = taskEstimate(id, record, prices);
    if (properties.lastStatusCode === "review") properties["transactionStatus"] = "pending-customer-approval";
  }
  sandbox.tasking.requests.update(request);
}
