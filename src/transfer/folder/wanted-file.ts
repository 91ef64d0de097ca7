import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import type { FileRef } from "../events.ts";
import { judgedBy, promisesOf, refOf, type Judged, type PlannedFile } from "../plan.ts";
import { linkKey } from "../transfer-source.ts";
import { partPaths, type PartPaths } from "./part-paths.ts";

/** A file of the plan, with its paths in the folder. */
export interface WantedFile extends Judged {
  ref: FileRef;
  /** `linkKey` of the asset. */
  key: string;
  /** `file:size` and `file:checksum` in one text: bytes fetched under other values are not resumed. */
  promised: string;
  paths: PartPaths;
}

export function wantedFile(planned: PlannedFile, final: string, mode: ChecksumMode): WantedFile {
  const key = linkKey(planned);
  return {
    ...judgedBy(mode, planned),
    ref: refOf(planned),
    key,
    promised: promisesOf(planned),
    paths: partPaths(final, key),
  };
}
