import { open } from "node:fs/promises";
import { MAX_DIGEST_FILE_BYTES } from "./digest-file.ts";

/** Returns the text of a digest file; undefined if it is too large for one. Rejects with the system's error. */
export async function readDigestText(path: string): Promise<string | undefined> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    return size > MAX_DIGEST_FILE_BYTES ? undefined : await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}
