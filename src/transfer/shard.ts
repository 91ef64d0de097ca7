import { hashHex } from "./naming/safe-name.ts";
import { withSums, type PlannedFile, type TransferPlan } from "./plan.ts";
import { linkKey } from "./transfer-source.ts";

/** Part `index` (from 1) of `count` parts of one plan. */
export interface Shard {
  index: number;
  count: number;
}

/**
 * Returns the files of one shard. Only item and asset decide, so that all machines divide a plan alike, in any order of the
 * links. Names are those of the whole plan.
 */
export function chooseShard(plan: TransferPlan, shard: Shard): TransferPlan {
  const files = plan.files.filter((file) => isInShard(file, shard));
  return { ...plan, ...withSums(files) };
}

function isInShard(file: PlannedFile, { index, count }: Shard): boolean {
  // 48 bits: exact as a number, and even enough for any count of machines.
  const hash = Number.parseInt(hashHex(linkKey(file)).slice(0, 12), 16);
  return hash % count === index - 1;
}
