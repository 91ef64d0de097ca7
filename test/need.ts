import type { TestContext } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Why the test was skipped: reports have it. */
    lack?: string;
  }
}

/**
 * First line of a test that needs a tool or a permission that a machine may lack: skips the test there, with the reason. Under
 * `.ci/run`, which installs all tools, it fails instead. CI=true alone does not show which tools a machine has.
 */
export function need(
  isHere: boolean,
  reason: string,
  context: Pick<TestContext, "skip" | "task">,
): asserts isHere {
  if (isHere) return;
  if (process.env["SWATH_TEST_NEEDS_ALL"]) throw new Error(`${reason}, and .ci/run must not skip`);
  context.task.meta.lack = reason;
  context.skip(reason);
}
