import { msOf } from "../../contract/body-values.ts";
import type { SandboxParts } from "../sandbox-parts.ts";
import type { SchedulingRequest } from "../scheduling/request.ts";
import { imagingTypeOf } from "./collection-types.ts";
import type { TaskingRequest } from "./tasking-request.ts";

/** A task as the scheduler takes it; a derived task with the framing that its series keeps. */
export function schedulingRequest({ tasking }: SandboxParts, task: TaskingRequest): SchedulingRequest {
  const { properties, geometry } = task.record;
  const series = task.repeatId === undefined ? undefined : tasking.requests.need("repeat", task.repeatId);
  const framing = series?.inner.series?.framing;
  return {
    id: task.id,
    tier: properties.collectionTier as SchedulingRequest["tier"],
    submittedMs: task.submittedMs,
    geometry,
    windowOpenMs: msOf(properties["windowOpen"]) ?? 0,
    windowCloseMs: msOf(properties["windowClose"]) ?? 0,
    type: imagingTypeOf(properties.collectionType),
    constraints: properties.collectConstraints,
    ...(framing === undefined ? {} : { framing }),
  };
}
