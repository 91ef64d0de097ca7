import { performance } from "node:perf_hooks";

/** What comes in over all connections of a run. */
export class RunFlow {
  bytes = 0;
  /** Whose trial is under way: two at a time could not be told apart. */
  trial: object | undefined;

  /** `busy`: milliseconds that this thread has worked. */
  constructor(readonly busy: () => number = () => performance.eventLoopUtilization().active) {}
}
