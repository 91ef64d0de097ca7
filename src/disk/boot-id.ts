import { readFile } from "node:fs/promises";

/**
 * Identifies the running kernel. While it stays the same, written bytes survive the death of any process; after a
 * reboot only synced ones do. Undefined where the system does not provide it: then only synced bytes count.
 */
export async function readBootId(): Promise<string | undefined> {
  try {
    return (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim() || undefined;
  } catch {
    return undefined;
  }
}
