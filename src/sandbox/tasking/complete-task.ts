import type { SandboxParts } from "../sandbox-parts.ts";
import type { TaskingRequest } from "./tasking-request.ts";
import { writeStatus } from "./write-status.ts";

/** The products of a task's collects exist: they are in the catalog from now on. */
export function completeTask(sandbox: SandboxParts, task: TaskingRequest, atMs: number): void {
  const { collects, requests, events } = sandbox.tasking;
  const { properties } = task.record;
  const { polarization } = properties.collectConstraints;
  collects.finish(task.id, atMs, {
    organizationId: task.organizationId,
    archiveHoldback: properties.archiveHoldback,
    collectionType: properties.collectionType,
    polarization: String(polarization),
    productTypes: properties.processingConfig.productTypes,
  });
  const collectIds = collects.ofTask(task.id).map(({ collectId }) => collectId);
  properties["collectIds"] = collectIds;
  writeStatus(properties, "completed", `${collectIds.length} collected and processed`, atMs);
  requests.update(task);
  if (task.repeatId === undefined) return;
  const series = requests.need("repeat", task.repeatId);
  const state = series.inner.series;
  if (state === undefined) return;
  state.completed += 1;
  series.record.properties["completedCount"] = state.completed;
  requests.update(series);
  events.add({ atMs, kind: "spawn", requestId: series.id });
}
