/** One folder for everything that the tests put down, gone when they are over: hundreds of them make folders of their own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default async function useOneFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "swath-tests-"));
  // Inherited by the processes of the tests, and there by what they start.
  process.env["TMPDIR"] = folder;
  // What a test has locked against its user may stay: it is no fault of what was tested.
  return () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
