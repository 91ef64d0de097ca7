import { formatTimestamp } from "../../time/timestamp.ts";
import type { SandboxParts } from "../sandbox-parts.ts";
import { mintId } from "../store/meta.ts";
import type { RequestProperties, TaskingRequest } from "./tasking-request.ts";
import { windowFields } from "./window-fields.ts";
import { statusFields } from "./write-status.ts";

interface Moments {
  openMs: number;
  closeMs: number;
  /** When it is made. */
  atMs: number;
}

// Spec silent: name and first status of a derived task. We name it `<series> #k` and submit it at once.
/** The task number `number` (from 1) of a series: its own window, everything else the series's. */
export function derivedTask(
  { store }: SandboxParts,
  series: TaskingRequest,
  number: number,
  { openMs, closeMs, atMs }: Moments,
): TaskingRequest {
  // Not counted on: which ids were given before depends on who asked when.
  const id = mintId(store.meta.need("seed"), "task", series.id, number);
  const { properties: parent, geometry, contractId } = series.record;
  const { userId, organizationId } = series;
  const { repeatrequestName, repeatrequestDescription, customAttribute1, customAttribute2 } = parent;
  const properties: RequestProperties = {
    taskingrequestId: id,
    taskingrequestName: `${String(repeatrequestName)} #${number}`.trim(),
    taskingrequestDescription: repeatrequestDescription,
    repeatrequestId: series.id,
    repeatrequestName,
    repeatrequestDescription,
    ...(customAttribute1 === undefined ? {} : { customAttribute1 }),
    ...(customAttribute2 === undefined ? {} : { customAttribute2 }),
    userId,
    organizationId,
    contractId,
    resellerId: null,
    ...windowFields(openMs, closeMs),
    submissionTime: formatTimestamp(atMs),
    collectionTier: parent.collectionTier,
    collectionType: parent.collectionType,
    collectConstraints: parent.collectConstraints,
    archiveHoldback: parent.archiveHoldback,
    processingConfig: parent.processingConfig,
    preApproval: parent.preApproval,
    transactionStatus: "in-progress",
    ...statusFields([], "submitted", `number ${number} of the series: sent to the scheduler`, atMs),
  };
  return {
    kind: "task",
    id,
    userId,
    organizationId,
    repeatId: series.id,
    submittedMs: atMs,
    record: { type: "Feature", geometry, contractId, properties },
    inner: {},
  };
}
