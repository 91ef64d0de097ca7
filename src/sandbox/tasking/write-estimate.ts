import type { SandboxParts } from "../sandbox-parts.ts";
import { costPerImage, taskEstimate } from "./estimate.ts";
import type { TaskingRequest } from "./tasking-request.ts";
import { writeStatus } from "./write-status.ts";

/** The estimate is there: a request that is not pre-approved waits for its customer from now on. */
export function writeEstimate(sandbox: SandboxParts, request: TaskingRequest, atMs: number): void {
  const { kind, id, record } = request;
  const { properties } = record;
  const prices = sandbox.settings.read();
  if (["rejected", "canceled"].includes(properties.lastStatusCode)) return;
  if (properties.lastStatusCode === "received") {
    writeStatus(properties, "review", "waits for the approval of its cost", atMs);
  }
  if (kind === "repeat") properties["costPerImageEstimate"] = costPerImage(record, prices);
  else {
    // Spec silent: an estimate for pre-approved tasks. We show one; nobody has to approve it.
    properties["order"] = taskEstimate(id, record, prices);
    if (properties.lastStatusCode === "review") properties["transactionStatus"] = "pending-customer-approval";
  }
  sandbox.tasking.requests.update(request);
}
