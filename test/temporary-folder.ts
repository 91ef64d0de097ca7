/** One folder for everything that the tests put down, gone when they are over: hundreds of them make folders of their own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "swath-tests-";

/** Asked once for the run and once for each of its projects. */
export default async function useOneFolder(): Promise<(() => Promise<void>) | undefined> {
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  // Inherited by the processes of the tests, and there by what they start.
  process.env["TMPDIR"] = folder;
  // What a test has locked against its user may stay: it is no fault of what was tested.
  return () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
