import { sep } from "node:path";
import type { ChecksumMode } from "../../domain/orders/download-options.ts";
import type { FileRef } from "../events.ts";
import { hashHex } from "../naming/safe-name.ts";
import { type Judged, toJudged, type PlannedFile, formatPromises, toRef } from "../plan.ts";
import { linkKey } from "../transfer-source.ts";

/** A file of the plan, with its paths in the folder. */
export interface WantedFile extends Judged {
  ref: FileRef;
  /** `linkKey` of the asset. */
  key: string;
  /** `file:size` and `file:checksum` in one text. Bytes that were fetched under other values are not resumed. */
  promised: string;
  paths: PartPaths;
}

export function toWantedFile(planned: PlannedFile, final: string, mode: ChecksumMode): WantedFile {
  const key = linkKey(planned);
  return {
    ...toJudged(mode, planned),
    ref: toRef(planned),
    key,
    promised: formatPromises(planned),
    paths: makePartPaths(final, key),
  };
}

export interface PartPaths {
  final: string;
  part: string;
  sidecar: string;
  /** A sidecar that is being written. */
  draft: string;
  lock: string;
}

/** Returns the paths of the hidden files of one download, next to its final name. Every rerun computes equal paths. */
export function makePartPaths(final: string, key: string): PartPaths {
  const name = final.lastIndexOf(sep) + 1;
  const part = `${final.slice(0, name)}.${final.slice(name)}.${hashHex(key).slice(0, 8)}.part`;
  return { final, part, sidecar: `${part}.json`, draft: `${part}.json.tmp`, lock: `${part}.lock` };
}
