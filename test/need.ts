/**
 * First line of a test that needs a tool or a permission that a machine may lack: skips the test there, with the reason. Under
 * `.ci/run`, which installs all tools, it fails instead. CI=true alone does not show which tools a machine has.
 */
export function need(
  isHere: boolean,
  reason: string,
  context: { skip(note?: string): never },
): asserts isHere {
  if (isHere) return;
  if (process.env["SWATH_TEST_NEEDS_ALL"]) throw new Error(`${reason}, and .ci/run must not skip`);
  context.skip(reason);
}
