import { sep } from "node:path";
import { hashHex } from "../naming/safe-name.ts";

export interface PartPaths {
  final: string;
  part: string;
  sidecar: string;
  /** A sidecar that is being written. */
  draft: string;
  lock: string;
}

/** Returns the paths of the hidden files of one download, next to its final name. They are equal on every rerun. */
export function partPaths(final: string, key: string): PartPaths {
  const name = final.lastIndexOf(sep) + 1;
  const part = `${final.slice(0, name)}.${final.slice(name)}.${hashHex(key).slice(0, 8)}.part`;
  return { final, part, sidecar: `${part}.json`, draft: `${part}.json.tmp`, lock: `${part}.lock` };
}
