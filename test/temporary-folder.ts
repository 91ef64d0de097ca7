/** One folder for all temporary files of the tests, removed at the end: hundreds of tests create folders. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "swath-tests-";

/** Called once for the run and once for each of its projects. */
export default async function useOneFolder(): Promise<(() => Promise<void>) | undefined> {
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  // Inherited by the processes of the tests, and by their children.
  process.env["TMPDIR"] = folder;
  // A folder that a test has locked against its user may stay: it is not a fault of the tested code.
  return () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
