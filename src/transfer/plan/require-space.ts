import { lstat, stat } from "node:fs/promises";
import { join } from "node:path";
import { partPaths } from "../part/part-paths.ts";
import type { PlannedFile } from "./plan.ts";
import type { Run } from "../run.ts";
import { linkKey } from "./transfer-source.ts";

/** Before the first request: room for every known size, less what is already here. Throws DISK_WRITE_FAILED. */
export async function requireSpace(run: Run, files: readonly PlannedFile[]): Promise<void> {
  let needed = 0;
  for (const file of files) {
    if (file.size === undefined) continue;
    const path = join(run.root, file.path);
    if (run.folders.isEmptyBeside(path)) {
      needed += file.size;
      continue;
    }
    const isHere = await lstat(path).then(
      () => true,
      () => false,
    );
    if (isHere && run.settings.policy !== "overwrite") continue;
    const key = linkKey({ collection: file.collection, item: file.item, assetKey: file.asset });
    const part = await stat(partPaths(path, key).part).catch(() => undefined);
    needed += Math.max(0, file.size - (part === undefined ? 0 : part.blocks * 512));
  }
  await run.space.require(needed);
}
