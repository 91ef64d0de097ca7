import { performance } from "node:perf_hooks";

/** What comes in over all connections of a run. */
export class RunFlow {
  bytes = 0;
  /** Grows whenever a large file ends: what the run received before and after cannot be compared. */
  changes = 0;
  /** Connections that help others, over all files. */
  helpers = 0;
  /** Whose trial is under way: two at a time could not be told apart. */
  trial: object | undefined;

  /** `busy`: milliseconds that this thread has worked. */
  constructor(readonly busy: () => number = () => performance.eventLoopUtilization().active) {}
}
